import { Injectable } from '@nestjs/common';
import type { Profile } from '@parley/protocol';
import { DataSource } from 'typeorm';
import { usernameKey } from '@parley/protocol/text';

import { areSeparated, isBlockedBy } from '../blocking/separation-sql.js';
import { fitting } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { beginsWith } from '../../platform/database/begins-with.js';
import { storedText } from '../../platform/database/stored-text.js';
import { shareARoom } from '../rooms/membership/share-a-room.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import { haveNames, idsByName, namePatterns, searchGaveUp } from '../users/name-search.js';
import { profileFromRow, userColumns } from '../users/user.view.js';
import type { UserRow } from '../users/user.view.js';
import { usernameFault } from '../users/username.js';

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

/** The changed profiles of other users. */
export interface ChangedProfiles {
  readonly users: readonly Profile[];
  /** The next time to ask from. Changes of the last seconds before an answer are in the next one too. */
  readonly until: Date;
  /** Whether the changes are not returned, because they are too many, too old or too expensive to find. */
  readonly isReset: boolean;
}

interface Reach {
  readonly until: Date;
  readonly is_complete: boolean;
}

/** The search of one page. */
export interface UserQuery {
  /** The beginning of a username, or words that each begin a word of a name. */
  readonly query: string;
  /** The key of the last username of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Memberships that a search among users who share a room looks at, at most: those in the newest rooms. */
const MOST_NEAR = 10_000;
/** Changed profiles that a sync returns, at most. */
const MOST_CHANGED = 500;
/** Profiles that changed longer ago are not returned by a sync. */
const CHANGES_KEPT_DAYS = 30;
/**
 * A change is committed, and visible to others, within this time: statements and idle transactions have shorter
 * timeouts.
 */
const COMMITTED_WITHIN_SECONDS = 15;
/** Beside `custom`, a profile takes less. */
const USER_BYTES = 512;

/**
 * The `custom` of rows beyond the bytes of an answer is not read. Texts are compared by their bytes, as their indexes
 * are.
 */
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

const KEY_BEGINS = beginsWith('username_key', '$1::text');
/** The number of the first parameter with a pattern of names. */
const PATTERNS = 6;

/** Without those who block the requester `$5`. */
const PAGE = `AND username_key ~>~ $2::text AND is_active AND NOT ${isBlockedBy('$5', 'users.id')} ORDER BY ${IN_ORDER} LIMIT $3`;

const amongAll = (patterns: readonly string[]): string =>
  profiles(
    `SELECT * FROM users WHERE id IN (
     (SELECT id FROM users WHERE ${KEY_BEGINS} AND username_key ~>~ $2::text AND is_active ORDER BY ${IN_ORDER} LIMIT $3)
     UNION ${idsByName(patterns, PATTERNS)}) ${PAGE}`,
    IN_ORDER,
    '$4',
  );

const near = (user: string): string => `
  SELECT near.user_id FROM (
    SELECT room_id FROM user_rooms WHERE user_id = ${user} ORDER BY room_id DESC) own
  CROSS JOIN LATERAL (
    SELECT user_id FROM user_rooms theirs WHERE theirs.room_id = own.room_id ORDER BY user_id LIMIT ${String(MOST_NEAR)}) near
  LIMIT ${String(MOST_NEAR)}`;

const amongNear = (patterns: readonly string[]): string =>
  profiles(
    `SELECT * FROM users WHERE id IN (${near('$5')}) AND (${KEY_BEGINS} OR ${haveNames('users', patterns, PATTERNS)}) ${PAGE}`,
    IN_ORDER,
    '$4',
  );

const NAMED = `
  SELECT ${userColumns('u')}, u.custom FROM users u
  WHERE u.username_key = $1 AND u.is_active AND NOT ${isBlockedBy('$2', 'u.id')}`;

/** Whether every user who shares a room with the requester is looked at. */
const REACH = `
  SELECT statement_timestamp() - ${String(COMMITTED_WITHIN_SECONDS)} * interval '1 second' AS until,
    $1::timestamptz > statement_timestamp() - ${String(CHANGES_KEPT_DAYS)} * interval '1 day'
      AND (SELECT count(*) FROM (${near('$2')}) fellows) < ${String(MOST_NEAR)} AS is_complete`;

const CHANGED = profiles(
  `SELECT * FROM users WHERE profile_changed_at > $1 AND id <> $2 AND is_active AND id IN (${near('$2')})
     AND NOT ${areSeparated('$2', 'users.id')}
   ORDER BY id LIMIT ${String(MOST_CHANGED + 1)}`,
  'id',
  '$3',
);

/** Profiles for other users. Raw SQL: rows are measured where they are read, and the work of a search has a bound. */
@Injectable()
export class PeopleRepository {
  private readonly answerBytes: number;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
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

  /** The active user with this username, unless that user blocks the requester. */
  async named({ userId }: OwnRoomsGrant, username: string): Promise<Profile | undefined> {
    if (usernameFault(username) !== undefined) return undefined;
    const [row] = await this.source.query<Row[]>(NAMED, [usernameKey(username), userId]);
    return row && profileFromRow(row);
  }

  /** A page of all active users whose names match, in the order of their usernames. */
  async amongAll(grant: OwnRoomsGrant, query: UserQuery): Promise<ProfilePart> {
    return this.page(amongAll, grant, query);
  }

  /** A page of those of them who share a room with the requester. */
  async amongSharing(grant: OwnRoomsGrant, query: UserQuery): Promise<ProfilePart> {
    return this.page(amongNear, grant, query);
  }

  /** The profiles of users who share a room with the requester and have changed since a time of an earlier answer. */
  async changedSince({ userId }: OwnRoomsGrant, since: Date): Promise<ChangedProfiles> {
    const [{ until, is_complete: isComplete }] = await this.source.query<[Reach]>(REACH, [since, userId]);
    const nothing = { users: [], until, isReset: true };
    if (!isComplete) return nothing;
    const rows = await this.source.query<Row[]>(CHANGED, [since, userId, this.answerBytes]);
    const { users, end, truncated } = this.part(rows, MOST_CHANGED);
    return end !== undefined || truncated ? nothing : { users, until, isReset: false };
  }

  /** One more row shows that more users follow. */
  private async page(
    statement: (patterns: readonly string[]) => string,
    { userId }: OwnRoomsGrant,
    { query, after, limit }: UserQuery,
  ): Promise<ProfilePart> {
    const patterns = namePatterns(query);
    const values = [storedText(usernameKey(query)), after ?? '', limit + 1, this.answerBytes, userId, ...patterns];
    return this.part(await this.source.query<Row[]>(statement(patterns), values).catch(searchGaveUp), limit);
  }

  private part(rows: readonly Row[], most: number): ProfilePart {
    const named = rows.slice(0, most);
    const read = named.filter(({ exceeds }, at) => !exceeds || at === 0);
    const users = fitting(read.map(profileFromRow), this.answerBytes);
    const end = users.length < rows.length ? rows[users.length - 1]?.username_key : undefined;
    return { users, end, truncated: users.length < named.length };
  }
}
