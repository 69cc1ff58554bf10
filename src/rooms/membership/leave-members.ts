import { Injectable } from '@nestjs/common';
import type { User } from '@parley/protocol';
import type { RequestOrigin } from '@parley/realtime/requests';
import { Dispatch } from '@parley/realtime/dispatch';

import { toChangeRecord } from '../change-log/change-record.js';
import { roomChangeTypes } from '../change-log/room-change-types.js';
import type { ChangeByUser, RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { membersRemoved, roomDeleted, roomLeft } from '../room.frames.js';
import type { RoomGrant } from '../room.policy.js';
import { RoomsRepository } from '../rooms.repository.js';
import { RoomTypes } from '../types/room-types.js';
import { MembersRepository } from './members.repository.js';
import { MembershipEvents } from './membership-events.js';

export interface RemovalRequest {
  readonly grant: RoomGrant<'room.leave' | 'room.remove_members'>;
  readonly users: readonly User[];
  /** A username, or `self`. */
  readonly by: string;
  /** The message to the users who leave. */
  readonly farewell: (roomName: string) => string;
  readonly audited: ChangeByUser['audited'];
  readonly origin: RequestOrigin;
}

/**
 * Removes users from a room: they left, or others removed them. If the creator leaves, the oldest admin or moderator,
 * else the oldest member, becomes the creator. If no member is left, the room is deleted.
 *
 * A removed user receives no event of the room after `roomexit.dispatch`: the user's connections leave the room before
 * that frame is sent.
 */
@Injectable()
export class MemberRemoval {
  constructor(
    private readonly members: MembersRepository,
    private readonly rooms: RoomsRepository,
    private readonly types: RoomTypes,
    private readonly directory: RoomDirectory,
    private readonly membershipEvents: MembershipEvents,
    private readonly dispatch: Dispatch,
  ) {}

  async remove(change: RoomChange, request: RemovalRequest): Promise<void> {
    const { work, roomId, room } = change;
    const { grant, users, by, audited, origin } = request;
    const userIds = users.map(({ id }) => id);
    const usernames = users.map(({ username }) => username);
    const farewell = request.farewell(room.name);
    const changeRecord = toChangeRecord(roomChangeTypes.membersRemoved, { userIds, usernames, by, farewell });
    const seq = await change.takeNumber({ room: true, access: true, changeRecord, audited });
    const changed = await this.members.remove(work.manager, grant, userIds, seq);
    const heir = await this.members.heir(work.manager, roomId);
    if (heir !== undefined && room.creatorId !== null && userIds.includes(room.creatorId)) {
      await this.transferOwnership(change, grant, heir, seq);
    }
    const left = await this.directory.room(work, roomId);
    if (heir === undefined) await this.rooms.delete(work.manager, grant);
    const isEnd = heir === undefined;
    const leaving = { userIds, farewell: roomLeft(left, farewell, seq) };
    await this.membershipEvents.leave(work, {
      ...{ roomId, seq, users: changed, isEnd },
      farewell: isEnd ? leaving.farewell : undefined,
    });
    const frame = isEnd ? roomDeleted(roomId, seq) : membersRemoved(left, usernames, by, seq);
    work.afterCommit(() => this.dispatch.append({ roomId, seq, frame, leaving, isEnd }, origin));
  }

  private async transferOwnership(
    { work: { manager }, room }: RoomChange,
    grant: RemovalRequest['grant'],
    heir: number,
    seq: number,
  ): Promise<void> {
    await this.rooms.setCreator(manager, grant, heir);
    const { leader } = this.types.named(room.type);
    if (leader) await this.members.setRole(manager, grant, [heir], leader, seq);
  }
}
