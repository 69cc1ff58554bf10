import { Injectable } from '@nestjs/common';
import { tooFast } from '@parley/protocol';
import type { Refusal, User } from '@parley/protocol';
import { Any, Not } from 'typeorm';
import type { EntityManager, FindOptionsWhere } from 'typeorm';

import { DeliveryRecordSettings } from './delivery-record.settings.js';
import { MembershipSettings } from './membership.settings.js';
import { DerivedRows } from '../../../platform/database/distribution/derived-rows.js';
import { withUsers } from '../../users/user.rows.js';
import type { ConsentingUsers } from '../consent/consent.repository.js';
import type { MemberAdditionAction, RoomGrant } from '../room.policy.js';
import type { UserRoomsChange } from './membership-cache.js';
import type { Role, Membership } from './membership.js';
import { RoomMember } from './room-member.entity.js';

/** A member of a room, with the fields that the policy needs. */
export interface Member extends Pick<Membership, 'role' | 'isCreator' | 'permissions'> {
  readonly user: User;
}

interface MemberRow {
  readonly user_id: number;
  readonly role: Role;
  readonly is_creator: boolean;
  readonly permissions: string[];
}

/**
 * Memberships. Callers lock the room first, then its new members. Raw SQL is what joins or moves rows, writes a batch
 * as one parameter, or deletes notifications, whose entity belongs to a feature that imports this one.
 */
@Injectable()
export class MembersRepository {
  private readonly keepsPast: boolean;
  private readonly mostMemberships: number;

  constructor(
    deliveryRecordSettings: DeliveryRecordSettings,
    membershipSettings: MembershipSettings,
    private readonly derived: DerivedRows,
  ) {
    this.keepsPast = deliveryRecordSettings.days > 0;
    this.mostMemberships = membershipSettings.most;
  }

  /** The users that are members, by id. */
  async membersAmong(manager: EntityManager, roomId: string, userIds: readonly number[]): Promise<Map<number, Member>> {
    const rows = await manager.query<MemberRow[]>(
      `SELECT m.user_id, m.role, m.permissions, r.creator_id IS NOT DISTINCT FROM m.user_id AS is_creator
       FROM room_members m JOIN rooms r ON r.id = m.room_id WHERE m.room_id = $1 AND m.user_id = ANY ($2)`,
      [roomId, userIds],
    );
    return new Map((await withUsers(manager, rows)).map((row) => [row.user_id, toMember(row)]));
  }

  /** The leaders of the room: its admins or moderators, including its creator; at most `most` of them. */
  async leaders(manager: EntityManager, roomId: string, most?: number): Promise<number[]> {
    return userIdsOf(manager, { roomId, role: Not('member') }, most);
  }

  async ids(manager: EntityManager, roomId: string): Promise<number[]> {
    return userIdsOf(manager, { roomId });
  }

  async count(manager: EntityManager, roomId: string): Promise<number> {
    return manager.countBy(RoomMember, { roomId });
  }

  /**
   * Ends the join requests, the invitations and the departures of the new members.
   * @param roleOf the first role of a user
   * @param seq the unread messages of the new members begin above this number
   * @throws Refusal 4029 if one of them, who are locked, is a member of MEMBERSHIPS_PER_USER rooms
   */
  async insert(
    manager: EntityManager,
    { roomId, userId }: RoomGrant<'room.create' | MemberAdditionAction>,
    { users }: ConsentingUsers,
    roleOf: (userId: number) => Role,
    seq: number,
  ): Promise<UserRoomsChange[]> {
    const userIds = users.map(({ id }) => id);
    const full = await manager.query<{ id: number }[]>(FULL, [userIds, this.mostMemberships]);
    if (full.length > 0) throw tooManyRooms(full.some(({ id }) => id === userId) ? 'you' : full.length);
    await manager.query(INSERT, [roomId, userIds, userIds.map(roleOf), seq]);
    for (const table of ENDED_BY_MEMBERSHIP) {
      await manager.query(`DELETE FROM ${table} WHERE room_id = $1 AND user_id = ANY ($2)`, [roomId, userIds]);
    }
    await this.derived.membersAdded(manager, roomId, userIds);
    return this.listsChanged(manager, userIds);
  }

  /**
   * Removes members, and their notifications of the room.
   * @param seq the number of the removal in the room's log
   * @param areLeaving whether they leave by themselves, so that nobody else adds them again
   */
  async remove(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.leave' | 'room.remove_members' | 'room.restrict' | 'room.delete'>,
    userIds: readonly number[],
    seq: number,
    areLeaving: boolean,
  ): Promise<UserRoomsChange[]> {
    if (this.keepsPast) await manager.query(KEEP_PAST, [roomId, userIds, seq]);
    if (areLeaving) await manager.query(DEPART, [roomId, userIds]);
    await manager.query('DELETE FROM room_members WHERE room_id = $1 AND user_id = ANY ($2)', [roomId, userIds]);
    await manager.query('DELETE FROM notifications WHERE room_id = $1 AND user_id = ANY ($2)', [roomId, userIds]);
    await this.derived.membersRemoved(manager, [roomId], userIds);
    return this.listsChanged(manager, userIds);
  }

  /**
   * @param seq the number of the change in the room's log
   */
  async setRole(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.assign_role' | 'room.leave' | 'room.remove_members' | 'room.restrict'>,
    userIds: readonly number[],
    role: Role,
    seq: number,
  ): Promise<void> {
    await manager.update(RoomMember, { roomId, userId: Any(userIds) }, { role, changeSeq: seq });
  }

  async setPermissions(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.assign_permission'>,
    members: readonly { readonly userId: number; readonly permissions: readonly string[] }[],
    seq: number,
  ): Promise<void> {
    await manager.query(
      `UPDATE room_members m SET permissions = ARRAY(SELECT jsonb_array_elements_text(new.permissions)), change_seq = $4
       FROM unnest($2::int[], $3::jsonb[]) AS new (user_id, permissions)
       WHERE m.room_id = $1 AND m.user_id = new.user_id`,
      [roomId, members.map(({ userId }) => userId), members.map(({ permissions }) => JSON.stringify(permissions)), seq],
    );
  }

  /** The member who becomes the creator: the leader who joined first, else the member who joined first. */
  async successor(manager: EntityManager, roomId: string): Promise<number | undefined> {
    const [row] = await manager.query<{ id: number }[]>(
      `SELECT user_id AS id FROM room_members WHERE room_id = $1
       ORDER BY role = 'member', joined_at, user_id LIMIT 1`,
      [roomId],
    );
    return row?.id;
  }

  /** Increments the versions of the users' lists of rooms. */
  async listsChanged(manager: EntityManager, userIds: readonly number[]): Promise<UserRoomsChange[]> {
    await manager.query('SELECT FROM users WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [userIds]);
    const [users] = await manager.query<[UserRoomsChange[]]>(
      `UPDATE users SET rooms_version = rooms_version + 1 WHERE id = ANY ($1)
       RETURNING id, rooms_version AS "roomsVersion"`,
      [userIds],
    );
    return users;
  }
}

/** In the order of the ids. Raw rows, because a room may have very many members. */
async function userIdsOf(
  manager: EntityManager,
  where: FindOptionsWhere<RoomMember>,
  most?: number,
): Promise<number[]> {
  const rows = await manager
    .createQueryBuilder(RoomMember, 'member')
    .select('member.userId', 'id')
    .where(where)
    .orderBy('member.userId')
    .limit(most)
    .getRawMany<{ id: number }>();
  return rows.map(({ id }) => id);
}

/** The users who have as many memberships as are allowed. */
const FULL = `
  SELECT candidate.id FROM unnest($1::int[]) AS candidate (id)
  WHERE (SELECT count(*) FROM (SELECT FROM user_rooms own WHERE own.user_id = candidate.id LIMIT $2) AS own) >= $2`;

const ENDED_BY_MEMBERSHIP = ['join_requests', 'room_invitations', 'room_departures'];

/**
 * The room is joined with the users, so that the statement runs on the worker of the room. A user who has left it and
 * comes back waits in slow mode as before.
 */
const INSERT = `
  INSERT INTO room_members (room_id, user_id, role, joined_seq, delivered_seq, read_seq, change_seq, last_sent_at)
  SELECT r.id, added.user_id, added.role, $4, $4, $4, $4, d.last_sent_at
  FROM rooms r CROSS JOIN unnest($2::int[], $3::text[]) AS added (user_id, role)
    LEFT JOIN room_departures d ON d.room_id = r.id AND d.user_id = added.user_id
  WHERE r.id = $1`;

/** No time gives a user a free membership, so the client should not retry soon. */
const RETRY_SECONDS = 3_600;

const tooManyRooms = (users: number | 'you'): Refusal => {
  const subject = users === 'you' ? 'You are' : `${String(users)} of these users are`;
  return tooFast(`${subject} in as many rooms as one user may be (MEMBERSHIPS_PER_USER).`, RETRY_SECONDS);
};

const OF_MEMBERS = 'FROM room_members WHERE room_id = $1 AND user_id = ANY ($2) ORDER BY user_id';

const DEPART = `
  INSERT INTO room_departures (room_id, user_id, last_sent_at)
  SELECT room_id, user_id, last_sent_at ${OF_MEMBERS} ON CONFLICT DO NOTHING`;

const KEEP_PAST = `
  INSERT INTO past_memberships (room_id, user_id, joined_seq, left_seq, delivered_seq, read_seq, joined_at)
  SELECT room_id, user_id, joined_seq, $3, delivered_seq, read_seq, joined_at ${OF_MEMBERS}`;

const toMember = (row: MemberRow & Pick<Member, 'user'>): Member => ({
  user: row.user,
  role: row.role,
  isCreator: row.is_creator,
  permissions: row.permissions,
});
