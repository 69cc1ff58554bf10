import { Injectable } from '@nestjs/common';
import type { RequestOrigin } from '@parley/realtime/requests';

import { EndRoom } from '../acts/end-room.js';
import { HiddenChats } from '../membership/hidden-chats.js';
import { MembersRepository } from '../membership/members.repository.js';
import type { RoomChange } from '../room-changes.js';
import { RoomPolicy } from '../room.policy.js';
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
    private readonly members: MembersRepository,
    private readonly types: RoomTypes,
    private readonly hiddenChats: HiddenChats,
    private readonly endRoom: EndRoom,
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
    await this.endRoom.end(change, { grant, audited: [{ action: 'room.delete' }], origin });
    return undefined;
  }
}
