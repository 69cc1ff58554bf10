import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { User } from '@parley/protocol';
import type { RequestOrigin } from '@parley/realtime/requests';

import { EndRoom } from '../acts/end-room.js';
import { roomChangeTypes, toChangeRecord } from '../change-log/change-record.js';
import { RoomLog } from '../change-log/room-log.js';
import type { ChangeByUser, RoomChange } from '../room-changes.js';
import { RoomDirectory } from '../room-directory.js';
import { changedMembers, membersAdded, membersRemoved, roomLeft } from '../room.frames.js';
import type { ConsentingUsers } from '../consent/consent.repository.js';
import type { MemberAdditionAction } from '../room-actions.js';
import type { RoomGrant } from '../room.policy.js';
import { RoomsRepository } from '../rooms.repository.js';
import { RoomTypes } from '../types/room-types.js';
import { MembersRepository } from './members.repository.js';
import type { Membership } from './membership.js';

/** In place of a username: the user who joined or left. */
export const SELF = 'self';

export interface AdditionRequest {
  readonly grant: RoomGrant<MemberAdditionAction>;
  readonly consenting: ConsentingUsers;
  /** `joined`: they have asked for it. */
  readonly kind: 'added' | 'joined';
  /** A username, or `self`. */
  readonly by: string;
  /** The field of the request that named the users: errors refer to it. Undefined: no field did. */
  readonly field: string | undefined;
  readonly audited: ChangeByUser['audited'];
  /** Receives the dispatch as its answer. Undefined: an operator adds them, and every node reads the change from the log. */
  readonly origin: RequestOrigin | undefined;
}

/**
 * Adds users to an existing room: they joined, or members or an operator added them. They receive its dispatches from
 * then on.
 */
@Injectable()
export class MemberAddition {
  constructor(
    private readonly members: MembersRepository,
    private readonly directory: RoomDirectory,
    private readonly log: RoomLog,
  ) {}

  /**
   * @param request of users who are not members
   * @throws Refusal 4003 if the room is full
   */
  async add(change: RoomChange<Membership | undefined>, request: AdditionRequest): Promise<void> {
    const { work, roomId, room } = change;
    const { grant, consenting, kind, by, audited, origin } = request;
    const entering = changedMembers(consenting.users, by);
    const { userIds } = entering;
    const most = room.maxMembers ?? Infinity;
    if ((await this.members.count(work.manager, roomId)) + userIds.length > most) {
      const full = `The room may have at most ${String(most)} members.`;
      throw invalid(request.field === undefined ? full : { [request.field]: [full] });
    }
    const changeRecord = toChangeRecord(roomChangeTypes.membersAdded, entering);
    const { seq, notice } = await change.takeNumberWithNotice(
      { room: true, changeRecord, audited },
      { kind, users: consenting.users, actor: by === SELF ? consenting.users[0] : undefined },
    );
    const entered = await this.members.insert(work.manager, grant, consenting, () => 'member', seq);
    const frame = origin && membersAdded(await this.directory.room(work, roomId), entering, seq, notice);
    await this.log.append(work, { roomId, seq, frame, entering: userIds, entered }, origin);
  }
}

export interface RemovalRequest {
  readonly grant: RoomGrant<'room.leave' | 'room.remove_members' | 'room.restrict'>;
  readonly users: readonly User[];
  /** A username, or `self`. */
  readonly by: string;
  /** The message to the users who leave. */
  readonly farewell: (roomName: string) => string;
  readonly audited: ChangeByUser['audited'];
  /** Undefined: the request has an answer of its own. */
  readonly origin: RequestOrigin | undefined;
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
    private readonly endRoom: EndRoom,
    private readonly log: RoomLog,
  ) {}

  async remove(change: RoomChange<Membership | undefined>, request: RemovalRequest): Promise<void> {
    const { work, roomId, room } = change;
    const { grant, users, by, audited, origin } = request;
    const removed = changedMembers(users, by);
    const { userIds } = removed;
    const farewell = request.farewell(room.name);
    const changeRecord = toChangeRecord(roomChangeTypes.membersRemoved, { ...removed, farewell });
    const { seq, notice } = await change.takeNumberWithNotice(
      { room: true, access: true, changeRecord, audited },
      { kind: by === SELF ? 'left' : 'removed', users },
    );
    const changed = await this.members.remove(work.manager, grant, userIds, seq, by === SELF);
    const successor = await this.members.successor(work.manager, roomId);
    if (successor !== undefined && room.creatorId !== null && userIds.includes(room.creatorId)) {
      await this.transferOwnership(change, grant, successor, seq);
    }
    const present = await this.directory.room(work, roomId);
    const leaving = { userIds, farewell: roomLeft(present, farewell, seq) };
    if (successor === undefined) {
      await this.endRoom.withLastMembers(change, { grant, seq, users: changed, leaving, origin });
      return;
    }
    const frame = membersRemoved(present, removed, seq, notice);
    await this.log.append(work, { roomId, seq, frame, leaving, left: changed }, origin);
  }

  private async transferOwnership(
    { work: { manager }, room }: RoomChange<Membership | undefined>,
    grant: RemovalRequest['grant'],
    successor: number,
    seq: number,
  ): Promise<void> {
    await this.rooms.setCreator(manager, grant, successor);
    const { leader } = this.types.named(room.type);
    if (leader) await this.members.setRole(manager, grant, [successor], leader, seq);
  }
}
