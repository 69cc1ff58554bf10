import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import { shareARoom } from '../membership/member.rows.js';

/** Raw SQL: the number of strangers is checked and raised in one statement, whatever the number of named users. */
@Injectable()
export class StrangerContactsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * @param userIds of other users, existing or not
   * @param most the maximum number of strangers within an hour
   * @returns undefined if they are noted; else the seconds after which the next stranger may be contacted
   */
  async note(userId: number, userIds: readonly number[], most: number): Promise<number | undefined> {
    const row = await NOTE.one(this.source, { user: userId, users: userIds, most });
    return row.allowed ? undefined : Math.max(1, row.next ?? Number(HOUR));
  }

  /** Whether one of these users, existing or not, shares no room with the user. */
  async anyStranger(userId: number, userIds: readonly number[]): Promise<boolean> {
    return (await ANY_STRANGER.one(this.source, { user: userId, users: userIds })).any;
  }

  /** Whether the user has or had to do with the room of a member. */
  async isKnownIn(place: { readonly roomId: string; readonly memberId: number }, userId: number): Promise<boolean> {
    const { roomId, memberId } = place;
    return (await KNOWN.one(this.source, { room: roomId, member: memberId, user: userId })).known;
  }

  /** Deletes contacts of more than an hour ago. */
  async removeOld(): Promise<void> {
    await REMOVE_OLD.changes(this.source, {});
  }
}

const NOW = 'extract(epoch FROM now())';
const HOUR = '3600';

/**
 * A contact of the last hour, of `jsonb_each`. One that is more than a minute ahead was made before the clock was put
 * back.
 */
const IS_RECENT = `value::float8 > ${NOW} - ${HOUR} AND value::float8 < ${NOW} + 60`;

/** The contacts of the last hour, of a row `known`. */
const RECENT = `(
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(known.contacts) WHERE ${IS_RECENT})`;

/**
 * Notes the strangers among some users as contacts of a user, if there are not too many within an hour, or notes none
 * of them. The row of the user is locked before its contacts are read, so that requests at the same moment, on any
 * node, count each other.
 */
const NOTE = statement('stranger_contacts.note', {
  parameters: { user: 'int4', users: 'int4[]', most: 'int4' },
  columns: { allowed: 'bool', next: 'int4 | null' },
  text: ({ user, users, most }) => `
    WITH strangers AS MATERIALIZED (
      SELECT named.id FROM unnest(${users}::int[]) AS named (id)
      WHERE NOT ${shareARoom(user, 'named.id')} LIMIT ${most} + 1
    ), noted AS (
      INSERT INTO stranger_contacts AS known (user_id, contacts)
      SELECT ${user}, jsonb_object_agg(id, ${NOW}) FROM strangers HAVING count(*) BETWEEN 1 AND ${most}
      ON CONFLICT (user_id) DO UPDATE SET contacts = excluded.contacts || ${RECENT}, updated_at = now()
      WHERE (SELECT count(*) FROM jsonb_object_keys(excluded.contacts || ${RECENT})) <= ${most}
      RETURNING user_id
    )
    SELECT EXISTS (SELECT FROM noted) OR NOT EXISTS (SELECT FROM strangers) AS allowed,
      (SELECT least(${HOUR}, ceil(min(value::float8) + ${HOUR} - ${NOW}))::int
       FROM stranger_contacts known, jsonb_each(known.contacts)
       WHERE known.user_id = ${user} AND ${IS_RECENT}) AS next`,
});

const ANY_STRANGER = statement('stranger_contacts.any_stranger', {
  parameters: { user: 'int4', users: 'int4[]' },
  columns: { any: 'bool' },
  text: ({ user, users }) => `
    SELECT EXISTS (
      SELECT FROM unnest(${users}::int[]) AS named (id) WHERE NOT ${shareARoom(user, 'named.id')}) AS any`,
});

/** Asked by rooms alone, each of which is on one server. */
const KNOWN = statement('stranger_contacts.known', {
  parameters: { room: 'uuid', member: 'int4', user: 'int4' },
  columns: { known: 'bool' },
  text: ({ room, member, user }) => `
    SELECT EXISTS (SELECT FROM room_members WHERE room_id = ${room} AND user_id = ${member}) AND (
      EXISTS (SELECT FROM room_members WHERE room_id = ${room} AND user_id = ${user})
      OR EXISTS (SELECT FROM past_memberships WHERE room_id = ${room} AND user_id = ${user})
      OR EXISTS (SELECT FROM join_requests WHERE room_id = ${room} AND user_id = ${user})
      OR EXISTS (SELECT FROM room_invitations WHERE room_id = ${room} AND user_id = ${user})
      OR EXISTS (SELECT FROM room_restrictions WHERE room_id = ${room} AND user_id = ${user})) AS known`,
});

const REMOVE_OLD = statement('stranger_contacts.remove_old', {
  parameters: {},
  columns: {},
  text: () => `DELETE FROM stranger_contacts WHERE updated_at < now() - interval '1 hour'`,
});
