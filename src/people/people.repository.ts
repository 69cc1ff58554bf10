import { Injectable } from '@nestjs/common';
import type { Profile } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { fitting } from '../platform/collections/fitting.js';
import { Config } from '../platform/config/config.js';
import { beginsWith } from '../platform/database/begins-with.js';
import { storedText } from '../platform/database/stored-text.js';
import { shareARoom } from '../rooms/membership/share-a-room.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import { profileFromRow, userColumns } from '../users/user.view.js';
import type { UserRow } from '../users/user.view.js';
import { usernameKey } from '../users/username.js';

interface Row extends UserRow {
  readonly custom: unknown;
  readonly username_key: string;
  /** Whether the rows up to this one are larger than an answer: then `custom` was not read. */
  readonly exceeds: boolean;
}

/** The first profiles of a list that fit in an answer. */
export interface ProfilePart {
  readonly users: readonly Profile[];
  /** The last of them, if more follow. */
  readonly end: string | undefined;
  /** Whether fewer are listed than were requested, because no more fit. */
  readonly truncated: boolean;
}

/** The search of one page. */
export interface UserQuery {
  /** The beginning of a username, a first or a last name. */
  readonly beginning: string;
  /** The key of the last username of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Users that a search among all users finds by their first names, and by their last names, at most. */
const MOST_BY_NAME = 1_000;
/** Memberships that a search among users who share a room looks at, at most: those in the newest rooms. */
const MOST_NEAR = 10_000;
/** Beside `custom`, a profile takes less. */
const USER_BYTES = 512;

/** The `custom` of rows beyond the bytes of an answer is not read. Texts are compared by their bytes, as their indexes are. */
const profiles = (users: string, order: string, mostBytes: string): string => `
  SELECT ${userColumns('page')}, page.username_key, page.bytes > ${mostBytes} AS exceeds,
    CASE WHEN page.bytes <= ${mostBytes} THEN page.custom END AS custom
  FROM (
    SELECT found.*, sum(${String(USER_BYTES)} + coalesce(octet_length(found.custom::text), 0))
      OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) AS bytes
    FROM (${users}) found) page
  ORDER BY ${order}`;

const IN_ORDER = 'username_key USING ~<~';

const SHARED = profiles(
  `SELECT * FROM users u WHERE u.id = ANY ($1) AND u.is_active AND (u.id = $2 OR ${shareARoom('$2', 'u.id')})`,
  'id',
  '$3',
);

const nameBegins = (name: string): string => beginsWith(`lower(${name})`, 'lower($1::text)');
const KEY_BEGINS = beginsWith('username_key', '$2::text');
const byName = (column: string): string => `(
  SELECT id FROM users WHERE ${nameBegins(column)} AND is_active
  ORDER BY lower(${column}) USING ~<~, id LIMIT ${String(MOST_BY_NAME)})`;

const PAGE = `AND username_key ~>~ $3::text AND is_active ORDER BY ${IN_ORDER} LIMIT $4`;

const AMONG_ALL = profiles(
  `SELECT * FROM users WHERE id IN (
     (SELECT id FROM users WHERE ${KEY_BEGINS} AND username_key ~>~ $3::text AND is_active ORDER BY ${IN_ORDER} LIMIT $4)
     UNION ${byName('first_name')} UNION ${byName('last_name')}) ${PAGE}`,
  IN_ORDER,
  '$5',
);

const NEAR = `
  SELECT near.user_id FROM (
    SELECT room_id FROM user_rooms WHERE user_id = $6 ORDER BY room_id DESC) own
  CROSS JOIN LATERAL (
    SELECT user_id FROM user_rooms theirs WHERE theirs.room_id = own.room_id ORDER BY user_id LIMIT ${String(MOST_NEAR)}) near
  LIMIT ${String(MOST_NEAR)}`;

const AMONG_NEAR = profiles(
  `SELECT * FROM users WHERE id IN (${NEAR})
     AND (${KEY_BEGINS} OR ${nameBegins('first_name')} OR ${nameBegins('last_name')}) ${PAGE}`,
  IN_ORDER,
  '$5',
);

/** Profiles for other users. Raw SQL: rows are measured where they are read, and the work of a search has a bound. */
@Injectable()
export class PeopleRepository {
  private readonly answerBytes: number;

  constructor(
    private readonly source: DataSource,
    { limits }: Config,
  ) {
    this.answerBytes = limits.answerBytes;
  }

  /**
   * The active ones of these users who share a room with the requester, ordered by id.
   * @returns undefined if not all of them are
   */
  async sharing({ userId }: OwnRoomsGrant, ids: readonly number[]): Promise<ProfilePart | undefined> {
    const rows = await this.source.query<Row[]>(SHARED, [ids, userId, this.answerBytes]);
    return rows.length < ids.length ? undefined : this.part(rows, rows.length);
  }

  /** A page of all active users with the beginning, in the order of their usernames. */
  async amongAll(query: UserQuery): Promise<ProfilePart> {
    return this.part(await this.source.query<Row[]>(AMONG_ALL, this.parameters(query)), query.limit);
  }

  /** A page of those of them who share a room with the requester. */
  async amongSharing({ userId }: OwnRoomsGrant, query: UserQuery): Promise<ProfilePart> {
    return this.part(await this.source.query<Row[]>(AMONG_NEAR, [...this.parameters(query), userId]), query.limit);
  }

  /** One more row shows that more users follow. */
  private parameters({ beginning, after, limit }: UserQuery): unknown[] {
    return [storedText(beginning), storedText(usernameKey(beginning)), after ?? '', limit + 1, this.answerBytes];
  }

  private part(rows: readonly Row[], most: number): ProfilePart {
    const named = rows.slice(0, most);
    const read = named.filter(({ exceeds }, at) => !exceeds || at === 0);
    const users = fitting(read.map(profileFromRow), this.answerBytes);
    const end = users.length < rows.length ? rows[users.length - 1]?.username_key : undefined;
    return { users, end, truncated: users.length < named.length };
  }
}
