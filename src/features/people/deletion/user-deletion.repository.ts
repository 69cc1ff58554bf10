import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { DerivedRows } from '../../../platform/database/distribution/derived-rows.js';
import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { statement, typed } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import { roomChangeTypes } from '../../rooms/change-log/change-record.js';
import { RoomChangeRow } from '../../rooms/change-log/room-change.entity.js';
import { unheld } from '../../rooms/holds/unheld-room.js';
import { MembersRepository } from '../../rooms/membership/members.repository.js';
import type { Role } from '../../rooms/membership/membership.js';
import { MembershipsRepository } from '../../rooms/membership/memberships.repository.js';
import { RoomMember } from '../../rooms/membership/room-member.entity.js';
import { operatorGrant } from '../../rooms/room.policy.js';
import { RoomsRepository } from '../../rooms/rooms.repository.js';
import { User } from '../../users/user.entity.js';
import { UserHoldsRepository } from '../../users/user-holds.repository.js';
import type { RoomLost, RoomKept, UserDeleted } from '../../users/user.signals.js';
import { messagesByRoom, sumOf } from './messages-by-room.js';
import { UserDataRepository } from './user-data.repository.js';

/** The effects of the deletion on rooms, for their remaining members, and counts of the deleted data. */
interface Left extends Pick<UserDeleted, 'roomsVersion' | 'lost' | 'kept'> {
  readonly removed: Readonly<Record<string, number>>;
}

/** Counts of what the user sent. `elsewhere`: outside of OneToOneChats; the others: in them. */
interface Written {
  readonly elsewhere: number;
  readonly messages: number;
  readonly attachments: number;
}

/**
 * The deletion of a user: the rooms, and the tables in which features have data of users.
 *
 * The user's OneToOneChats are deleted. Groups and channels continue: their messages stay under a placeholder. If the
 * user was the creator, the oldest admin or moderator, else the oldest member, becomes the creator. A room without
 * other members is deleted. Rooms are locked before users, both ordered by id, like everywhere else. Statements that
 * lock or change rooms name one of them, or are the same for each: a room may be on another server than the next.
 *
 * Raw SQL, because of the order of the locks.
 */
@Injectable()
export class UserDeletionRepository {
  constructor(
    private readonly rooms: RoomsRepository,
    private readonly members: MembersRepository,
    private readonly lists: MembershipsRepository,
    private readonly derived: DerivedRows,
    private readonly holds: UserHoldsRepository,
    private readonly data: UserDataRepository,
  ) {}

  /**
   * @param erasing whether no message of the user may be left
   * @returns undefined, with nothing changed, if the user joined a room meanwhile or has messages that must be erased
   * first: the caller must retry
   * @throws Refusal 4002 while a room of the user is held
   */
  async delete(manager: EntityManager, userId: number, erasing: boolean): Promise<Left | undefined> {
    const rooms = await this.lockRooms(manager, userId);
    await this.holds.check(userId, manager);
    const pairs = rooms.filter(({ isPair }) => isPair);
    const groups = rooms.filter(({ isPair }) => !isPair);
    await this.lockUsers(manager, userId, idsOf(pairs));
    const listed = await this.listed(manager, userId);
    const memberships = await this.memberships(manager, userId);
    const locked = new Set(idsOf(rooms));
    if ([...listed, ...memberships.map(({ roomId }) => roomId)].some((id) => !locked.has(id))) return undefined;
    const written = erasing ? await this.written(manager, userId, idsOf(pairs)) : undefined;
    if (written && written.elsewhere > 0) return undefined;

    const before = await this.data.count(manager, userId);
    const own = await this.data.remove(manager, userId, erasing);
    const lost = await this.endPairs(manager, userId, pairs);
    const kept = await this.leaveGroups(manager, userId, groups);
    await this.transferOwnership(manager, userId, memberships);
    const removed = {
      ...(written && { messages: written.messages, attachments: written.attachments }),
      ...difference(before, await this.data.count(manager, userId)),
      chats: pairs.length,
      rooms_left: kept.length,
      rooms_ended: groups.length - kept.length,
      ...own,
    };
    return { roomsVersion: await this.data.leavePlaceholder(manager, userId), lost, kept, removed };
  }

  /** Counts by room, which are added here. */
  private async written(manager: EntityManager, userId: number, pairs: readonly string[]): Promise<Written> {
    const messages = await messagesByRoom(manager, userId);
    const attachments = await ATTACHMENTS.rows(manager, { user: userId, rooms: pairs });
    const inPairs = messages.filter(({ room_id }) => pairs.includes(room_id));
    return {
      elsewhere: sumOf(messages) - sumOf(inPairs),
      messages: sumOf(inPairs),
      attachments: sumOf(attachments),
    };
  }

  /** Whether any message of a deleted user is left. */
  async hasWritten(manager: EntityManager, userId: number): Promise<boolean> {
    return (await this.written(manager, userId, [])).elsewhere > 0;
  }

  /**
   * The list of the user's rooms. In a distributed database it may be ahead of a room, whose worker commits after the
   * coordinator. The lock of the room waits for that commit.
   */
  private async listed(manager: EntityManager, userId: number): Promise<readonly string[]> {
    return (await this.lists.roomsOf(userId, manager)).roomIds;
  }

  /** One after the other, in the order of their ids. The list lacks a room that the user is just leaving or hiding. */
  private async lockRooms(manager: EntityManager, userId: number): Promise<LockedRoom[]> {
    const listed = await this.listed(manager, userId);
    const found = await FOUND.rows(manager, { user: userId });
    const rooms: LockedRoom[] = [];
    for (const id of [...new Set([...listed, ...found.map((room) => room.id)])].sort()) {
      rooms.push(...(await LOCK_ROOM.rows(manager, { room: id })));
    }
    return rooms;
  }

  /** From here on the user cannot join a room, because a new membership locks the user's row too. */
  private async lockUsers(manager: EntityManager, userId: number, pairs: readonly string[]): Promise<void> {
    const others = await USERS_IN.rows(manager, { rooms: pairs });
    await LOCK_USERS.rows(manager, { users: [userId, ...others.map(({ user_id }) => user_id)] });
  }

  private memberships(manager: EntityManager, userId: number): Promise<readonly MembershipLeft[]> {
    return MEMBERSHIPS.rows(manager, { user: userId });
  }

  private async endPairs(manager: EntityManager, userId: number, pairs: readonly LockedRoom[]): Promise<RoomLost[]> {
    const memberships = await OTHERS_IN.rows(manager, { rooms: idsOf(pairs), user: userId });
    const others = new Map(memberships.map((membership) => [membership.room_id, membership.user_id]));
    const lists = await this.members.listsChanged(manager, [...others.values()]);
    await this.end(manager, pairs);
    return pairs.map(({ id, seq }) => ({ roomId: id, seq, users: lists.filter((list) => list.id === others.get(id)) }));
  }

  private async end(manager: EntityManager, rooms: readonly LockedRoom[]): Promise<void> {
    await this.rooms.delete(
      manager,
      ...rooms.map((room) => ({ grant: operatorGrant<'room.delete'>(room.id), room: unheld(room) })),
    );
  }

  /** The change logs of the rooms record it like any member who leaves. */
  private async leaveGroups(
    manager: EntityManager,
    userId: number,
    groups: readonly LockedRoom[],
  ): Promise<readonly RoomKept[]> {
    await manager.delete(RoomMember, { userId });
    await this.derived.membersRemoved(manager, idsOf(groups), [userId]);
    const peopled = await PEOPLED.rows(manager, { rooms: idsOf(groups) });
    const ids = new Set(peopled.map(({ id }) => id));
    await this.end(
      manager,
      groups.filter(({ id }) => !ids.has(id)),
    );
    const kept = await TAKE_NUMBERS.rows(manager, { rooms: idsOf(groups) });
    const { username } = await manager.findOneOrFail(User, { select: { username: true }, where: { id: userId } });
    const about = { userIds: [userId], usernames: [username], by: 'self', farewell: '' };
    for (const { roomId, seq } of kept) {
      await manager.insert(RoomChangeRow, { roomId, seq, kind: roomChangeTypes.membersRemoved.name, about });
    }
    await this.derived.numbersTaken(
      manager,
      kept.map(({ roomId, seq }) => ({ roomId, after: seq - 1, upTo: seq })),
    );
    return kept;
  }

  /** The next creator gets the role of the deleted user. */
  private async transferOwnership(
    manager: EntityManager,
    userId: number,
    memberships: readonly MembershipLeft[],
  ): Promise<void> {
    const rooms = memberships.map(({ roomId }) => roomId);
    const roles = new Map(memberships.map(({ roomId, role }) => [roomId, role]));
    for (const { id, last_seq: seq } of await CREATED.rows(manager, { user: userId, rooms })) {
      const successor = await this.members.successor(manager, id);
      const role = roles.get(id);
      if (successor === undefined || role === undefined) continue;
      await this.rooms.setCreator(manager, operatorGrant(id), successor);
      await manager.update(RoomMember, { roomId: id, userId: successor }, { role, changeSeq: seq });
    }
  }
}

const idsOf = (rooms: readonly LockedRoom[]): string[] => rooms.map(({ id }) => id);

const difference = (before: Readonly<Record<string, number>>, after: typeof before): Record<string, number> =>
  Object.fromEntries(Object.entries(before).map(([name, count]) => [name, count - (after[name] ?? 0)]));

const ATTACHMENTS = statement('user_deletion.attachments', {
  parameters: { user: 'int4', rooms: 'uuid[]' },
  columns: { room_id: 'uuid', count: 'int4' },
  text: ({ user, rooms }) => `
    SELECT m.room_id, count(*)::int AS count
    FROM messages m JOIN attachments a ON a.room_id = m.room_id${onWorkers(`a.room_id = ANY (${rooms})`)} AND a.message_id = m.id
    WHERE m.room_id = ANY (${rooms}) AND m.sender_id = ${user} GROUP BY m.room_id`,
});

const FOUND = statement('user_deletion.found', {
  parameters: { user: 'int4' },
  columns: { id: 'uuid' },
  text: ({ user }) => `
    SELECT room_id AS id FROM room_members WHERE user_id = ${user}
    UNION ALL SELECT id FROM rooms WHERE hidden_user_id = ${user}`,
});

const LOCK_ROOM = statement('user_deletion.lock_room', {
  parameters: { room: 'uuid' },
  columns: {
    id: 'uuid',
    /** Whether it is a OneToOneChat, which is deleted with either of its users. */
    isPair: 'bool',
    /** Whether a legal hold is on it. */
    isHeld: 'bool',
    /** The next number of the room's log. */
    seq: 'int8',
  },
  text: ({ room }) => `
    SELECT id, pair_key IS NOT NULL AS "isPair", held_at IS NOT NULL AS "isHeld", last_seq + 1 AS seq
    FROM rooms WHERE id = ${room} FOR UPDATE`,
});
type LockedRoom = RowOf<typeof LOCK_ROOM>;

const USERS_IN = statement('user_deletion.users_in', {
  parameters: { rooms: 'uuid[]' },
  columns: { user_id: 'int4' },
  text: ({ rooms }) => `SELECT user_id FROM room_members WHERE room_id = ANY (${rooms})`,
});

const LOCK_USERS = statement('user_deletion.lock_users', {
  parameters: { users: 'int4[]' },
  columns: {},
  text: ({ users }) => `SELECT FROM users WHERE id = ANY (${users}) ORDER BY id FOR UPDATE`,
});

const MEMBERSHIPS = statement('user_deletion.memberships', {
  parameters: { user: 'int4' },
  columns: { roomId: 'uuid', role: typed<Role>('text') },
  text: ({ user }) => `SELECT room_id AS "roomId", role FROM room_members WHERE user_id = ${user}`,
});
type MembershipLeft = RowOf<typeof MEMBERSHIPS>;

const OTHERS_IN = statement('user_deletion.others_in', {
  parameters: { rooms: 'uuid[]', user: 'int4' },
  columns: { room_id: 'uuid', user_id: 'int4' },
  text: ({ rooms, user }) =>
    `SELECT room_id, user_id FROM room_members WHERE room_id = ANY (${rooms}) AND user_id <> ${user}`,
});

const PEOPLED = statement('user_deletion.peopled', {
  parameters: { rooms: 'uuid[]' },
  columns: { id: 'uuid' },
  text: ({ rooms }) => `
    SELECT id FROM rooms r
    WHERE r.id = ANY (${rooms}) AND EXISTS (SELECT FROM room_members m WHERE m.room_id = r.id)`,
});

const TAKE_NUMBERS = statement('user_deletion.take_numbers', {
  parameters: { rooms: 'uuid[]' },
  columns: { roomId: 'uuid', seq: 'int8', accessVersion: 'int4' },
  text: ({ rooms }) => `
    UPDATE rooms
    SET last_seq = last_seq + 1, change_seq = last_seq + 1, access_version = access_version + 1, updated_at = now()
    WHERE id = ANY (${rooms})
    RETURNING id AS "roomId", last_seq AS seq, access_version AS "accessVersion"`,
});

const CREATED = statement('user_deletion.created', {
  parameters: { user: 'int4', rooms: 'uuid[]' },
  columns: { id: 'uuid', last_seq: 'int8' },
  text: ({ user, rooms }) =>
    `SELECT id, last_seq FROM rooms WHERE id = ANY (${rooms}) AND creator_id = ${user} ORDER BY id`,
});
