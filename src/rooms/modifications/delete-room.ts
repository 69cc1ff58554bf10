import { Injectable } from '@nestjs/common';
import type { RequestOrigin } from '@parley/realtime/requests';
import { Dispatch } from '@parley/realtime/dispatch';

import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { unheld } from '../holds/unheld-room.js';
import { HiddenChats } from '../membership/hidden-chats.js';
import { MembersRepository } from '../membership/members.repository.js';
import { MembershipEvents } from '../membership/membership-events.js';
import type { RoomChange } from '../room-changes.js';
import { roomDeleted } from '../room.frames.js';
import { RoomPolicy } from '../room.policy.js';
import { RoomsRepository } from '../rooms.repository.js';
import { RoomTypes } from '../types/room-types.js';
import { Modification, RoomModifyRequest } from './modification.js';

/**
 * `delete`: deletes the room with everything in it. Its members receive `roomdelete.dispatch` and nothing more. A room
 * that each user deletes for themselves is deleted when its last member does so.
 */
@Injectable()
export class DeleteRoom extends Modification {
  static readonly requests = { delete: RoomModifyRequest };

  constructor(
    private readonly policy: RoomPolicy,
    private readonly rooms: RoomsRepository,
    private readonly members: MembersRepository,
    private readonly types: RoomTypes,
    private readonly hiddenChats: HiddenChats,
    private readonly membershipEvents: MembershipEvents,
    private readonly dispatch: Dispatch,
  ) {
    super();
  }

  override async modify(change: RoomChange, _request: RoomModifyRequest, origin: RequestOrigin): Promise<undefined> {
    const { work, roomId, membership } = change;
    const grant = this.policy.mayChange('room.delete', membership);
    const isKept = this.types.named(change.room.type).isDeletedByEach;
    if (isKept && (await this.members.count(work.manager, roomId)) > 1) {
      await this.hiddenChats.hide(change, grant, origin);
      return undefined;
    }
    const audited = [{ action: 'room.delete' }];
    const seq = await change.takeNumber({
      room: true,
      access: true,
      changeRecord: toChangeRecord(roomChangeTypes.ended, {}),
      audited,
    });
    const userIds = await this.members.ids(work.manager, roomId);
    const users = await this.members.listsChanged(work.manager, userIds);
    await this.rooms.delete(work.manager, grant, unheld(change.room));
    await this.membershipEvents.leave(work, { roomId, seq, users, isEnd: true });
    const frame = roomDeleted(roomId, seq);
    work.afterCommit(() => this.dispatch.append({ roomId, seq, frame, isEnd: true }, origin));
  }
}
