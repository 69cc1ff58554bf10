import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { DerivedRows } from '../../../platform/database/distribution/derived-rows.js';
import { roomChangeTypes } from '../../rooms/change-log/change-record.js';
import { unheld } from '../../rooms/holds/unheld-room.js';
import { MembersRepository } from '../../rooms/membership/members.repository.js';
import { operatorGrant } from '../../rooms/room.policy.js';
import { RoomsRepository } from '../../rooms/rooms.repository.js';
import { UserHoldsRepository } from '../../users/user-holds.repository.js';
import type { RoomLost, RoomKept, UserDeleted } from '../../users/user.signals.js';
import { UserDataRepository } from './user-data.repository.js';

interface LockedRoom {
  readonly id: string;
  /** Whether it is a OneToOneChat, which is deleted with either of its users. */
  readonly isPair: boolean;
  /** Whether a legal hold is on it. */
  readonly isHeld: boolean;
  /** The next number of the room's log. */
  readonly seq: number;
}

interface CountOfRoom {
  readonly room_id: string;
  readonly count: number;
}

interface MembershipLeft {
  readonly roomId: string;
  readonly role: string;
}

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
    const messages = await manager.query<CountOfRoom[]>(
      'SELECT room_id, count(*)::int AS count FROM messages WHERE sender_id = $1 GROUP BY room_id',
      [userId],
    );
    const attachments = await manager.query<CountOfRoom[]>(
      `SELECT a.room_id, count(*)::int AS count
       FROM attachments a JOIN messages m ON m.room_id = a.room_id AND m.id = a.message_id
       WHERE a.room_id = ANY ($2) AND m.sender_id = $1 GROUP BY a.room_id`,
      [userId, pairs],
    );
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
  private async listed(manager: EntityManager, userId: number): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>('SELECT room_id AS id FROM user_rooms WHERE user_id = $1', [
      userId,
    ]);
    return rows.map(({ id }) => id);
  }

  /** One after the other, in the order of their ids. The list lacks a room that the user is just leaving or hiding. */
  private async lockRooms(manager: EntityManager, userId: number): Promise<LockedRoom[]> {
    const listed = await this.listed(manager, userId);
    const found = await manager.query<{ id: string }[]>(
      `SELECT room_id AS id FROM room_members WHERE user_id = $1
       UNION ALL SELECT id FROM rooms WHERE hidden_user_id = $1`,
      [userId],
    );
    const rooms: LockedRoom[] = [];
    for (const id of [...new Set([...listed, ...found.map((room) => room.id)])].sort()) {
      rooms.push(
        ...(await manager.query<LockedRoom[]>(
          `SELECT id, pair_key IS NOT NULL AS "isPair", held_at IS NOT NULL AS "isHeld", last_seq + 1 AS seq
           FROM rooms WHERE id = $1 FOR UPDATE`,
          [id],
        )),
      );
    }
    return rooms;
  }

  /** From here on the user cannot join a room, because a new membership locks the user's row too. */
  private async lockUsers(manager: EntityManager, userId: number, pairs: readonly string[]): Promise<void> {
    const others = await manager.query<{ user_id: number }[]>(
      'SELECT user_id FROM room_members WHERE room_id = ANY ($1)',
      [pairs],
    );
    await manager.query('SELECT FROM users WHERE id = ANY ($1) ORDER BY id FOR UPDATE', [
      [userId, ...others.map(({ user_id }) => user_id)],
    ]);
  }

  private memberships(manager: EntityManager, userId: number): Promise<MembershipLeft[]> {
    return manager.query('SELECT room_id AS "roomId", role FROM room_members WHERE user_id = $1', [userId]);
  }

  private async endPairs(manager: EntityManager, userId: number, pairs: readonly LockedRoom[]): Promise<RoomLost[]> {
    const memberships = await manager.query<{ room_id: string; user_id: number }[]>(
      'SELECT room_id, user_id FROM room_members WHERE room_id = ANY($1) AND user_id <> $2',
      [idsOf(pairs), userId],
    );
    const others = new Map(memberships.map((membership) => [membership.room_id, membership.user_id]));
    const [lists] = await manager.query<[{ id: number; roomsVersion: number }[]]>(
      `UPDATE users SET rooms_version = rooms_version + 1 WHERE id = ANY($1)
       RETURNING id, rooms_version AS "roomsVersion"`,
      [[...others.values()]],
    );
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
  ): Promise<RoomKept[]> {
    await manager.query('DELETE FROM room_members WHERE user_id = $1', [userId]);
    await this.derived.membersRemoved(manager, idsOf(groups), [userId]);
    const peopled = await manager.query<{ id: string }[]>(
      `SELECT id FROM rooms r
       WHERE r.id = ANY($1) AND EXISTS (SELECT FROM room_members m WHERE m.room_id = r.id)`,
      [idsOf(groups)],
    );
    const ids = new Set(peopled.map(({ id }) => id));
    await this.end(
      manager,
      groups.filter(({ id }) => !ids.has(id)),
    );
    const [kept] = await manager.query<[RoomKept[]]>(
      `UPDATE rooms
       SET last_seq = last_seq + 1, change_seq = last_seq + 1, access_version = access_version + 1, updated_at = now()
       WHERE id = ANY($1)
       RETURNING id AS "roomId", last_seq AS seq, access_version AS "accessVersion"`,
      [idsOf(groups)],
    );
    const [user] = await manager.query<[{ username: string }]>('SELECT username FROM users WHERE id = $1', [userId]);
    const about = { userIds: [userId], usernames: [user.username], by: 'self', farewell: '' };
    for (const { roomId, seq } of kept) {
      await manager.query('INSERT INTO room_changes (room_id, seq, kind, about) VALUES ($1, $2, $3, $4)', [
        roomId,
        seq,
        roomChangeTypes.membersRemoved.name,
        JSON.stringify(about),
      ]);
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
    const created = await manager.query<{ id: string; last_seq: number }[]>(
      'SELECT id, last_seq FROM rooms WHERE id = ANY ($2) AND creator_id = $1 ORDER BY id',
      [userId, memberships.map(({ roomId }) => roomId)],
    );
    const roles = new Map(memberships.map(({ roomId, role }) => [roomId, role]));
    for (const { id, last_seq } of created) {
      const successor = await this.members.successor(manager, id);
      if (successor === undefined) continue;
      await this.rooms.setCreator(manager, operatorGrant(id), successor);
      await manager.query(GIVE_ROLE, [id, successor, roles.get(id), last_seq]);
    }
  }
}

const GIVE_ROLE = 'UPDATE room_members SET role = $3, change_seq = $4 WHERE room_id = $1 AND user_id = $2';

const idsOf = (rooms: readonly LockedRoom[]): string[] => rooms.map(({ id }) => id);

const sumOf = (counts: readonly CountOfRoom[]): number => counts.reduce((sum, { count }) => sum + count, 0);

const difference = (before: Readonly<Record<string, number>>, after: typeof before): Record<string, number> =>
  Object.fromEntries(Object.entries(before).map(([name, count]) => [name, count - (after[name] ?? 0)]));
