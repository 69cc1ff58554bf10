import { Injectable } from '@nestjs/common';
import { conflict, notFound, notPermitted } from '@parley/protocol';
import type { Refusal, User } from '@parley/protocol';
import type { EntityManager } from 'typeorm';

import { UserBlocksRepository } from '../../blocking/user-blocks.repository.js';
import { statement } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import type { Branded } from '../../../platform/types/branded.js';
import { ConsentSettings } from './consent.settings.js';
import { shareARoom } from '../membership/member.rows.js';
import { USER_COLUMNS, userColumns, userFromRow } from '../../users/user.view.js';
import { inForce } from '../restrictions/room-restriction.entity.js';
import type { RoomGrant } from '../room.policy.js';
import type { TakenInvitation } from './invitations.repository.js';
import type { Contacts } from './stranger-limit.js';

/**
 * Users who may become members of one room: they have asked for it, or permit it by their setting. Only this file makes
 * it, and new memberships require it, so that a forgotten check does not compile. The users are active and locked.
 */
export interface ConsentingUsers extends Branded<'consent'> {
  readonly roomId: string;
  readonly users: readonly User[];
}

/** Why somebody may not be in a OneToOneChat with the user. */
export interface PairRefusal {
  readonly reason: string;
}

export interface NamedUsers {
  readonly consenting: ConsentingUsers;
  /** The users who may only be invited. */
  readonly others: readonly User[];
}

/** The users who have asked to become a member of a room, have left it, or are banned from it. */
interface History {
  readonly asked: ReadonlySet<number>;
  readonly departed: ReadonlySet<number>;
  readonly banned: number;
}

interface Locked {
  readonly user: User;
  readonly consents: boolean;
}

/**
 * Decides which users may be added to a room. Raw SQL: users are locked, and their settings checked, in one statement,
 * whatever their number. Callers lock an existing room first.
 */
@Injectable()
export class ConsentRepository {
  constructor(
    private readonly settings: ConsentSettings,
    private readonly blocks: UserBlocksRepository,
  ) {}

  /**
   * The users that another user names to be added.
   * @param forPair for a OneToOneChat: with a guest it needs a room that the two share already
   * @throws Refusal 4004 with the number of those who are not active users: a list of them would be a directory; 4002,
   *   also with the number of those who are banned from the room
   */
  async lockNamed(
    manager: EntityManager,
    { roomId, userId }: RoomGrant<'room.create' | 'room.add_members' | 'room.invite'>,
    { userIds }: Contacts,
    forPair?: PairRefusal,
  ): Promise<NamedUsers> {
    const locked = await this.lock(manager, userIds, userId, roomId, forPair !== undefined);
    // After the locks, for which a block that is being made waits: their statement may not see one that was.
    if ((await this.blocks.separatedAmong(manager, userId, userIds)) > 0) {
      throw notPermitted(forPair?.reason ?? 'You may not add or invite one of these users.');
    }
    const usersWithConsent = (consent: boolean): User[] =>
      locked.flatMap(({ user, consents }) => (consents === consent ? [user] : []));
    return { consenting: consentOf(roomId, usersWithConsent(true)), others: usersWithConsent(false) };
  }

  /**
   * A user who has asked to become a member.
   * @throws Refusal 4004 if the user is not active
   */
  async lockWilling(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.join' | 'room.review_join' | 'room.add_members'>,
    userId: number,
  ): Promise<ConsentingUsers> {
    return consentOf(
      roomId,
      (await this.lock(manager, [userId], userId, roomId)).map(({ user }) => user),
    );
  }

  /** Users who were made a moment ago, whom nobody could ask. @throws Refusal 4004 if one is not active */
  async lockNew(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.join'>,
    userIds: readonly number[],
  ): Promise<ConsentingUsers> {
    const locked = await this.lock(manager, userIds, 0, roomId);
    return consentOf(
      roomId,
      locked.map(({ user }) => user),
    );
  }

  /**
   * Users whom the backend of a product names: it answers for their consent, also of those who had left.
   * @param isPair for a OneToOneChat, in which a block stands
   * @throws Refusal 4004 with the number of those who are not active users; 4005 with the number of those who are banned
   *   from the room, or for a block
   */
  async lockProvisioned(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.create' | 'room.add_members'>,
    userIds: readonly number[],
    isPair = false,
  ): Promise<ConsentingUsers> {
    const locked = await this.lock(manager, userIds, 0, roomId, isPair, conflict);
    const [first, ...others] = userIds;
    if (isPair && first !== undefined && (await this.blocks.separatedAmong(manager, first, others)) > 0) {
      throw conflict('One of the two users blocks the other.');
    }
    return consentOf(
      roomId,
      locked.map(({ user }) => user),
    );
  }

  /** The user of an invitation that the user accepts. @throws Refusal 4004 if the user is not active */
  async lockInvited(manager: EntityManager, { roomId, userId }: TakenInvitation): Promise<ConsentingUsers> {
    return consentOf(
      roomId,
      (await this.lock(manager, [userId], userId, roomId)).map(({ user }) => user),
    );
  }

  /**
   * @returns the users in the given order
   * @throws Refusal 4004, 4002
   */
  private async lock(
    manager: EntityManager,
    userIds: readonly number[],
    byUserId: number,
    roomId: string,
    isPair = false,
    refusedBan: (reason: string) => Refusal = notPermitted,
  ): Promise<Locked[]> {
    const policy = this.settings.addPolicy;
    const rows = await LOCK.rows(manager, { users: userIds, by: byUserId, policy, isPair });
    const found = new Map(rows.map((row) => [row.id, row]));
    const missing = userIds.filter((id) => !found.has(id)).length;
    if (missing > 0) throw notFound(unknownUsers(missing));
    const { asked, departed, banned } = await this.history(manager, roomId, userIds);
    if (banned > 0) throw refusedBan(bannedUsers(banned));
    const consents = ({ id, permits }: RowOf<typeof LOCK>): boolean =>
      id === byUserId || asked.has(id) || (permits && !departed.has(id));
    return userIds.flatMap((id) => {
      const row = found.get(id);
      return row ? [{ user: userFromRow(row), consents: consents(row) }] : [];
    });
  }

  private async history(manager: EntityManager, roomId: string, userIds: readonly number[]): Promise<History> {
    const row = await HISTORY.one(manager, { room: roomId, users: userIds });
    return { asked: new Set(row.asked), departed: new Set(row.departed), banned: row.banned.length };
  }
}

const consentOf = (roomId: string, users: readonly User[]): ConsentingUsers => ({ roomId, users }) as ConsentingUsers;

const bannedUsers = (count: number): string =>
  count === 1 ? '1 of the users is banned from this room.' : `${String(count)} of the users are banned from this room.`;

/** Their number alone: a list would be a directory. */
export const unknownUsers = (count: number): string =>
  count === 1 ? '1 of the named users does not exist.' : `${String(count)} of the named users do not exist.`;

/** Whether a user `u` or the user who adds is a guest. */
const isGuest = (by: string, u: string): string =>
  `(${u}.is_guest OR EXISTS (SELECT FROM users adding WHERE adding.id = ${by} AND adding.is_guest))`;

/**
 * Locks users until the transaction ends, ordered by id like every other lock of users, to avoid deadlocks. Whether the
 * setting of one of them permits it depends on the user who adds them to a room.
 */
const LOCK = statement('consent.lock', {
  parameters: { users: 'int4[]', by: 'int4', policy: 'text', isPair: 'bool' },
  columns: { ...USER_COLUMNS, permits: 'bool' },
  text: ({ users, by, policy, isPair }) => `
    SELECT ${userColumns('u')},
      CASE coalesce(u.add_policy, ${policy})
        WHEN 'everyone' THEN NOT (${isPair}::boolean AND ${isGuest(by, 'u')}) OR ${shareARoom(by, 'u.id')}
        WHEN 'shared' THEN ${shareARoom(by, 'u.id')}
        ELSE false
      END AS permits
    FROM users u WHERE u.id = ANY (${users}) AND u.is_active
    ORDER BY u.id FOR NO KEY UPDATE OF u`,
});

const HISTORY = statement('consent.history', {
  parameters: { room: 'uuid', users: 'int4[]' },
  columns: { asked: 'int4[]', departed: 'int4[]', banned: 'int4[]' },
  text: ({ room, users }) => `
    SELECT
      ARRAY(SELECT user_id FROM join_requests WHERE room_id = ${room} AND user_id = ANY (${users})) AS asked,
      ARRAY(SELECT user_id FROM room_departures WHERE room_id = ${room} AND user_id = ANY (${users})) AS departed,
      ARRAY(SELECT x.user_id FROM room_restrictions x
        WHERE x.room_id = ${room} AND x.user_id = ANY (${users}) AND x.kind = 'ban' AND ${inForce('x')}) AS banned`,
});
