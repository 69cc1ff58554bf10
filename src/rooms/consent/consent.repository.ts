import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { User } from '@parley/protocol';
import type { EntityManager } from 'typeorm';

import { Config } from '../../platform/config/config.js';
import { shareARoom } from '../membership/share-a-room.js';
import { userFromRow } from '../../users/user.view.js';
import type { UserRow } from '../../users/user.view.js';
import type { RoomGrant } from '../room.policy.js';
import type { TakenInvitation } from './invitations.repository.js';
import type { Contacts } from './stranger-limit.js';

declare const brand: unique symbol;

/**
 * Users who may become members of one room: they have asked for it, or permit it by their setting. Only this file makes
 * it, and new memberships require it, so that a forgotten check does not compile. The users are active and locked.
 */
export interface ConsentingUsers {
  readonly [brand]: 'consent';
  readonly roomId: string;
  readonly users: readonly User[];
}

/** The users that a request names. */
export interface NamedUsers {
  readonly consenting: ConsentingUsers;
  /** Those who may be invited only. */
  readonly others: readonly User[];
}

interface Row extends UserRow {
  readonly consents: boolean;
}

/**
 * Locks the users `$1` until the transaction ends, ordered by id like every other lock of users, to avoid deadlocks. Of
 * `$2`, who adds them to the room `$3`, and of the default `$4` depends who consents.
 */
const LOCK = `
  SELECT u.id, u.username, u.first_name, u.last_name,
    u.id = $2
    OR EXISTS (SELECT FROM join_requests j WHERE j.room_id = $3 AND j.user_id = u.id)
    OR NOT EXISTS (SELECT FROM room_departures d WHERE d.room_id = $3 AND d.user_id = u.id)
      AND CASE coalesce(u.add_policy, $4)
        WHEN 'everyone' THEN true
        WHEN 'shared' THEN ${shareARoom('$2', 'u.id')}
        ELSE false
      END AS consents
  FROM users u WHERE u.id = ANY ($1) AND u.is_active
  ORDER BY u.id FOR NO KEY UPDATE OF u`;

/**
 * Who may be added to a room. Raw SQL: users are locked and checked in one statement, whatever their number. Callers
 * lock an existing room first.
 */
@Injectable()
export class ConsentRepository {
  constructor(private readonly config: Config) {}

  /**
   * The users that another user names to be added.
   * @throws Refusal 4004 with the number of those who are not active users: a list of them would be a directory
   */
  async lockNamed(
    manager: EntityManager,
    { roomId, userId }: RoomGrant<'room.create' | 'room.add_members' | 'room.invite'>,
    { userIds }: Contacts,
  ): Promise<NamedUsers> {
    const rows = await this.lock(manager, userIds, userId, roomId);
    const consenting = rows.filter(({ consents }) => consents).map(userFromRow);
    return { consenting: consentOf(roomId, consenting), others: rows.filter((row) => !row.consents).map(userFromRow) };
  }

  /**
   * A user who has asked to become a member.
   * @throws Refusal 4004 if the user is not active
   */
  async lockWilling(
    manager: EntityManager,
    { roomId }: RoomGrant<'room.join' | 'room.review_join'>,
    userId: number,
  ): Promise<ConsentingUsers> {
    return consentOf(roomId, (await this.lock(manager, [userId], userId, roomId)).map(userFromRow));
  }

  /** The user of an invitation that the user accepts. @throws Refusal 4004 if the user is not active */
  async lockInvited(manager: EntityManager, { roomId, userId }: TakenInvitation): Promise<ConsentingUsers> {
    return consentOf(roomId, (await this.lock(manager, [userId], userId, roomId)).map(userFromRow));
  }

  /** @returns the users in the given order */
  private async lock(
    manager: EntityManager,
    userIds: readonly number[],
    byUserId: number,
    roomId: string,
  ): Promise<Row[]> {
    const rows = await manager.query<Row[]>(LOCK, [userIds, byUserId, roomId, this.config.consent.addPolicy]);
    const found = new Map(rows.map((row) => [row.id, row]));
    const missing = userIds.filter((id) => !found.has(id)).length;
    if (missing > 0) throw notFound(unknownUsers(missing));
    return userIds.flatMap((id) => found.get(id) ?? []);
  }
}

const consentOf = (roomId: string, users: readonly User[]): ConsentingUsers => ({ roomId, users }) as ConsentingUsers;

const unknownUsers = (count: number): string =>
  count === 1 ? '1 of the named users does not exist.' : `${String(count)} of the named users do not exist.`;
