import { Injectable } from '@nestjs/common';
import { tooFast } from '@parley/protocol';
import type { Refusal, User } from '@parley/protocol';
import { Any, Not } from 'typeorm';
import type { EntityManager, FindOptionsWhere } from 'typeorm';

import { DeliveryRecordSettings, MembershipSettings } from '../room.settings.js';
import { DerivedRows } from '../../../platform/database/distribution/derived-rows.js';
import { statement, typed } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import { withoutGuests, withUsers } from '../../users/user.rows.js';
import type { ConsentingUsers } from '../consent/consent.repository.js';
import type { MemberAdditionAction } from '../room-actions.js';
import type { RoomGrant } from '../room.policy.js';
import type { UserRoomsChange } from './membership-cache.js';
import type { Role, Membership } from './membership.js';
import { RoomMember } from './room-member.entity.js';

/** A member of a room, with the fields that the policy needs. */
export interface Member extends Pick<Membership, 'role' | 'isCreator' | 'permissions'> {
  readonly user: User;
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
    const rows = await AMONG.rows(manager, { room: roomId, users: userIds });
    return new Map((await withUsers(manager, rows)).map((row) => [row.user_id, toMember(row)]));
  }

  /** The leaders of the room: its admins or moderators, including its creator, but no guests; at most `most` of them. */
  async leaders(manager: EntityManager, roomId: string, most?: number): Promise<number[]> {
    return withoutGuests(manager, await userIdsOf(manager, { roomId, role: Not('member') }, most));
  }

  async ids(manager: EntityManager, roomId: string): Promise<number[]> {
    return userIdsOf(manager, { roomId });
  }

  /** The first of the members who are none of these users. */
  async idsBesides(
    manager: EntityManager,
    roomId: string,
    userIds: readonly number[],
    most: number,
  ): Promise<number[]> {
    return userIdsOf(manager, { roomId, userId: Not(Any(userIds)) }, most);
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
  ): Promise<readonly UserRoomsChange[]> {
    const userIds = users.map(({ id }) => id);
    const full = await FULL.rows(manager, { users: userIds, most: this.mostMemberships });
    if (full.length > 0) throw tooManyRooms(full.some(({ id }) => id === userId) ? 'you' : full.length);
    await INSERT.rows(manager, { room: roomId, users: userIds, roles: userIds.map(roleOf), seq });
    for (const deletion of ENDED_BY_MEMBERSHIP) await deletion.rows(manager, { room: roomId, users: userIds });
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
  ): Promise<readonly UserRoomsChange[]> {
    const removed = { room: roomId, users: userIds };
    if (this.keepsPast) await KEEP_PAST.rows(manager, { ...removed, seq });
    if (areLeaving) await DEPART.rows(manager, removed);
    for (const deletion of ENDED_BY_REMOVAL) await deletion.rows(manager, removed);
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
    await SET_PERMISSIONS.rows(manager, {
      room: roomId,
      users: members.map(({ userId }) => userId),
      permissions: members.map(({ permissions }) => JSON.stringify(permissions)),
      seq,
    });
  }

  /** The member who becomes the creator: the leader who joined first, else the member who joined first. */
  async successor(manager: EntityManager, roomId: string): Promise<number | undefined> {
    return (await SUCCESSOR.row(manager, { room: roomId }))?.id;
  }

  /** In the order of their ids, as every other lock of users. */
  async lockUsers(manager: EntityManager, userIds: readonly number[]): Promise<void> {
    await LOCK_USERS.rows(manager, { users: userIds });
  }

  /** Increments the versions of the users' lists of rooms. */
  async listsChanged(manager: EntityManager, userIds: readonly number[]): Promise<readonly UserRoomsChange[]> {
    await this.lockUsers(manager, userIds);
    return LISTS_CHANGED.rows(manager, { users: userIds });
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

/** No time gives a user a free membership, so the client should not retry soon. */
const RETRY_SECONDS = 3_600;

const tooManyRooms = (users: number | 'you'): Refusal => {
  const subject = users === 'you' ? 'You are' : `${String(users)} of these users are`;
  return tooFast(`${subject} in as many rooms as one user may be (MEMBERSHIPS_PER_USER).`, RETRY_SECONDS);
};

const AMONG = statement('members.among', {
  parameters: { room: 'uuid', users: 'int4[]' },
  columns: { user_id: 'int4', role: typed<Role>('text'), permissions: 'text[]', is_creator: 'bool' },
  text: ({ room, users }) => `
    SELECT m.user_id, m.role, m.permissions, r.creator_id IS NOT DISTINCT FROM m.user_id AS is_creator
    FROM room_members m JOIN rooms r ON r.id = m.room_id WHERE m.room_id = ${room} AND m.user_id = ANY (${users})`,
});

const toMember = (row: RowOf<typeof AMONG> & Pick<Member, 'user'>): Member => ({
  user: row.user,
  role: row.role,
  isCreator: row.is_creator,
  permissions: row.permissions,
});

/** The users who have as many memberships as are allowed. */
const FULL = statement('members.full', {
  parameters: { users: 'int4[]', most: 'int8' },
  columns: { id: 'int4' },
  text: ({ users, most }) => `
    SELECT candidate.id FROM unnest(${users}::int[]) AS candidate (id)
    WHERE (
      SELECT count(*) FROM (SELECT FROM user_rooms own WHERE own.user_id = candidate.id LIMIT ${most}) AS own
    ) >= ${most}`,
});

/**
 * The room is joined with the users, so that the statement runs on the worker of the room. A user who has left it and
 * comes back waits in slow mode as before.
 */
const INSERT = statement('members.insert', {
  parameters: { room: 'uuid', users: 'int4[]', roles: 'text[]', seq: 'int8' },
  columns: {},
  text: ({ room, users, roles, seq }) => `
    INSERT INTO room_members (room_id, user_id, role, joined_seq, delivered_seq, read_seq, change_seq, last_sent_at)
    SELECT r.id, added.user_id, added.role, ${seq}, ${seq}, ${seq}, ${seq}, d.last_sent_at
    FROM rooms r CROSS JOIN unnest(${users}::int[], ${roles}::text[]) AS added (user_id, role)
      LEFT JOIN room_departures d ON d.room_id = r.id AND d.user_id = added.user_id
    WHERE r.id = ${room}`,
});

const ofMembers = ({ room, users }: { readonly room: string; readonly users: string }): string =>
  `FROM room_members WHERE room_id = ${room} AND user_id = ANY (${users}) ORDER BY user_id`;

const DEPART = statement('members.depart', {
  parameters: { room: 'uuid', users: 'int4[]' },
  columns: {},
  text: (places) => `
    INSERT INTO room_departures (room_id, user_id, last_sent_at)
    SELECT room_id, user_id, last_sent_at ${ofMembers(places)} ON CONFLICT DO NOTHING`,
});

const KEEP_PAST = statement('members.keep_past', {
  parameters: { room: 'uuid', users: 'int4[]', seq: 'int8' },
  columns: {},
  text: ({ seq, ...places }) => `
    INSERT INTO past_memberships (room_id, user_id, joined_seq, left_seq, delivered_seq, read_seq, joined_at)
    SELECT room_id, user_id, joined_seq, ${seq}, delivered_seq, read_seq, joined_at ${ofMembers(places)}`,
});

const deletionFrom = (table: string) =>
  statement(`members.delete_from.${table}`, {
    parameters: { room: 'uuid', users: 'int4[]' },
    columns: {},
    text: ({ room, users }) => `DELETE FROM ${table} WHERE room_id = ${room} AND user_id = ANY (${users})`,
  });

const ENDED_BY_MEMBERSHIP = ['join_requests', 'room_invitations', 'room_departures'].map(deletionFrom);
const ENDED_BY_REMOVAL = ['room_members', 'notifications'].map(deletionFrom);

const SET_PERMISSIONS = statement('members.set_permissions', {
  parameters: { room: 'uuid', users: 'int4[]', permissions: 'jsonb[]', seq: 'int8' },
  columns: {},
  text: ({ room, users, permissions, seq }) => `
    UPDATE room_members m
    SET permissions = ARRAY(SELECT jsonb_array_elements_text(new.permissions)), change_seq = ${seq}
    FROM unnest(${users}::int[], ${permissions}::jsonb[]) AS new (user_id, permissions)
    WHERE m.room_id = ${room} AND m.user_id = new.user_id`,
});

const SUCCESSOR = statement('members.successor', {
  parameters: { room: 'uuid' },
  columns: { id: 'int4' },
  text: ({ room }) => `
    SELECT user_id AS id FROM room_members WHERE room_id = ${room} ORDER BY role = 'member', joined_at, user_id LIMIT 1`,
});

const LOCK_USERS = statement('members.lock_users', {
  parameters: { users: 'int4[]' },
  columns: {},
  text: ({ users }) => `SELECT FROM users WHERE id = ANY (${users}) ORDER BY id FOR NO KEY UPDATE`,
});

const LISTS_CHANGED = statement('members.lists_changed', {
  parameters: { users: 'int4[]' },
  columns: { id: 'int4', roomsVersion: 'int4' },
  text: ({ users }) => `
    UPDATE users SET rooms_version = rooms_version + 1 WHERE id = ANY (${users})
    RETURNING id, rooms_version AS "roomsVersion"`,
});
