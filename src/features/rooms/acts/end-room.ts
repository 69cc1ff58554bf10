import { Injectable } from '@nestjs/common';
import type { RequestOrigin } from '@parley/realtime/requests';

import type { AuditedAct } from '../../audit/audited-act.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import type { RoomLogEntry } from '../change-log/room-log.js';
import { unheld } from '../holds/unheld-room.js';
import type { EndingRoom } from '../holds/unheld-room.js';
import { MembersRepository } from '../membership/members.repository.js';
import type { UserRoomsChange } from '../membership/membership-cache.js';
import type { Membership } from '../membership/membership.js';
import type { RoomChange } from '../room-changes.js';
import { roomDeleted } from '../room.frames.js';
import { RoomsRepository } from '../rooms.repository.js';

/** Who asks for the end of a room, and how. */
export interface RoomEnd {
  readonly grant: EndingRoom['grant'];
  readonly audited: readonly AuditedAct[];
  /** Receives the dispatch as its answer. */
  readonly origin?: RequestOrigin | undefined;
}

/** The last members leave a room with a number that is taken already. */
export interface LastMembersLeft extends Pick<RoomEnd, 'grant' | 'origin'> {
  readonly seq: number;
  readonly users: readonly UserRoomsChange[];
  readonly leaving: RoomLogEntry['leaving'];
}

/**
 * Deletes a room with everything in it. Its members receive `roomdelete.dispatch` and nothing more of it. What it leaves
 * behind is deleted later, in batches.
 */
@Injectable()
export class EndRoom {
  constructor(
    private readonly rooms: RoomsRepository,
    private readonly members: MembersRepository,
    private readonly log: RoomLog,
  ) {}

  /** @throws Refusal 4002 while the room is held */
  async end(change: RoomChange<Membership | undefined>, { grant, audited, origin }: RoomEnd): Promise<void> {
    const { roomId } = change;
    const { manager } = change.work;
    const changeRecord = toChangeRecord(roomChangeTypes.ended, {});
    const seq = await change.takeNumber({ room: true, access: true, changeRecord, audited });
    const users = await this.members.listsChanged(manager, await this.members.ids(manager, roomId));
    await this.withLastMembers(change, { grant, seq, users, leaving: undefined, origin });
  }

  /** @throws Refusal 4002 while the room is held */
  async withLastMembers(
    { work, roomId, room }: RoomChange<Membership | undefined>,
    { grant, seq, users, leaving, origin }: LastMembersLeft,
  ): Promise<void> {
    await this.rooms.delete(work.manager, { grant, room: unheld(room) });
    const frame = roomDeleted(roomId, seq);
    await this.log.append(work, { roomId, seq, frame, isEnd: true, left: users, ...(leaving && { leaving }) }, origin);
  }
}
