import { Injectable } from '@nestjs/common';
import type { Profile } from '@parley/protocol';
import { DataSource } from 'typeorm';
import { usernameKey } from '@parley/protocol/text';

import { areSeparated, isBlockedBy } from '../blocking/separation-sql.js';
import { fitting } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { beginsWith } from '../../platform/database/searched-text/searched-text-sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Types, ValuesOf } from '../../platform/database/statement.js';
import { storedText } from '../../platform/database/stored-text.js';
import { shareARoom } from '../rooms/membership/member.rows.js';
import { NearUsersRepository } from '../rooms/membership/near-users.repository.js';
import type { OwnRoomsGrant } from '../rooms/room.policy.js';
import { forPatterns, haveNames, idsByName, namePatterns, patternValues, searchGaveUp } from '../users/name-search.js';
import type { UserFindGrant, UserSearchGrant } from './people.policy.js';
import { profileFromRow, USER_COLUMNS, userColumns } from '../users/user.view.js';
import { usernameFault } from '../users/username.js';

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

/** Profiles for other users. Raw SQL: rows are measured where they are read, and the work of a search has a bound. */
@Injectable()
export class PeopleRepository {
  private readonly answerBytes: number;

  constructor(
    private readonly source: DataSource,
    private readonly near: NearUsersRepository,
    limits: Limits,
  ) {
    this.answerBytes = limits.answerBytes;
  }

  /**
   * The active ones of these users who share a room with the requester, ordered by id.
   * @returns undefined if not all of them are
   */
  async sharing(grant: OwnRoomsGrant, ids: readonly number[]): Promise<ProfilePart | undefined> {
    const near = await this.near.among(grant, ids);
    const rows = await SHARED.rows(this.source, { ids: near, user: grant.userId, bytes: this.answerBytes });
    return rows.length < ids.length ? undefined : this.part(rows, rows.length);
  }

  /** The active user with this username, unless that user blocks the requester. */
  async named({ userId, onlySharing }: UserFindGrant, username: string): Promise<Profile | undefined> {
    if (usernameFault(username) !== undefined) return undefined;
    const row = await NAMED.row(this.source, { key: usernameKey(username), user: userId, onlySharing });
    return row && profileFromRow(row);
  }

  /** A page of all active users whose names match, in the order of their usernames. */
  async amongAll(grant: UserSearchGrant, query: UserQuery): Promise<ProfilePart> {
    return this.page(AMONG_ALL, grant, query);
  }

  /** A page of those of them who share a room with the requester. */
  async amongSharing(grant: UserSearchGrant, query: UserQuery): Promise<ProfilePart> {
    return this.page(AMONG_NEAR, grant, query);
  }

  /**
   * The profiles of users who share a room with the requester and have changed since a time of an earlier answer. Clients
   * of a token that is limited to rooms read again what they show.
   */
  async changedSince({ userId, rooms }: OwnRoomsGrant, since: Date): Promise<ChangedProfiles> {
    const { until, is_complete: isComplete } = await REACH.one(this.source, { since, user: userId });
    const nothing = { users: [], until, isReset: true };
    if (!isComplete || rooms) return nothing;
    const rows = await CHANGED.rows(this.source, { since, user: userId, bytes: this.answerBytes });
    const { users, end, truncated } = this.part(rows, MOST_CHANGED);
    return end !== undefined || truncated ? nothing : { users, until, isReset: false };
  }

  /** One more row shows that more users follow. */
  private async page(
    searches: typeof AMONG_ALL,
    { userId }: UserSearchGrant,
    { query, after, limit }: UserQuery,
  ): Promise<ProfilePart> {
    const patterns = namePatterns(query);
    const search = searches[patterns.length];
    if (!search) throw new Error('a search has more patterns than there are statements');
    const rows = await search
      .rows(this.source, {
        beginning: storedText(usernameKey(query)),
        after: after ?? '',
        limit: limit + 1,
        bytes: this.answerBytes,
        user: userId,
        ...patternValues(patterns),
      })
      .catch(searchGaveUp);
    return this.part(rows, limit);
  }

  private part(rows: readonly Row[], most: number): ProfilePart {
    const named = rows.slice(0, most);
    const read = named.filter(({ exceeds }, at) => !exceeds || at === 0);
    const users = fitting(read.map(profileFromRow), this.answerBytes);
    const end = users.length < rows.length ? rows[users.length - 1]?.username_key : undefined;
    return { users, end, truncated: users.length < named.length };
  }
}

const PROFILE = {
  ...USER_COLUMNS,
  username_key: 'text',
  /** Whether the rows up to this one are larger than an answer: then `custom` was not read. */
  exceeds: 'bool',
  custom: 'json | null',
} as const satisfies Types;
type Row = ValuesOf<typeof PROFILE>;

/**
 * The columns {@link PROFILE}. The `custom` of rows beyond the bytes of an answer is not read. Texts are compared by
 * their bytes, as their indexes are.
 */
const profiles = (users: string, order: string, mostBytes: string): string => `
  SELECT ${userColumns('page')}, page.username_key, page.bytes > ${mostBytes} AS exceeds,
    CASE WHEN page.bytes <= ${mostBytes} THEN page.custom END AS custom
  FROM (
    SELECT found.*, sum(${String(USER_BYTES)} + coalesce(octet_length(found.custom::text), 0))
      OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) AS bytes
    FROM (${users}) found) page
  ORDER BY ${order}`;

const SHARED = statement('people.shared', {
  parameters: { ids: 'int4[]', user: 'int4', bytes: 'int8' },
  columns: PROFILE,
  text: ({ ids, user, bytes }) => {
    const isShared = `(u.id = ${user} OR ${shareARoom(user, 'u.id')})`;
    return profiles(`SELECT * FROM users u WHERE u.id = ANY (${ids}) AND u.is_active AND ${isShared}`, 'id', bytes);
  },
});

const NAMED = statement('people.named', {
  parameters: { key: 'text', user: 'int4', onlySharing: 'bool' },
  columns: { ...USER_COLUMNS, custom: 'json | null' },
  text: ({ key, user, onlySharing }) => `
    SELECT ${userColumns('u')}, u.custom FROM users u
    WHERE u.username_key = ${key} AND u.is_active AND NOT ${isBlockedBy(user, 'u.id')}
      AND (NOT ${onlySharing}::boolean OR u.id = ${user} OR ${shareARoom(user, 'u.id')})`,
});

const IN_ORDER = 'username_key USING ~<~';

/** The places of a search: the beginning of a username, the last one of the page before, and the requester. */
type Searched = Readonly<Record<'beginning' | 'after' | 'limit' | 'user', string>>;

const keyBegins = ({ beginning }: Searched): string => beginsWith('username_key', `${beginning}::text`);

/**
 * The statements of a search, by the number of patterns. Those who block the requester are left out.
 * @param found the condition on the users, with the places of the patterns
 */
const searching = (name: string, found: (searched: Searched, patterns: readonly string[]) => string) =>
  forPatterns((parameters, count) =>
    statement(`people.${name}.${String(count)}`, {
      parameters: { beginning: 'text', after: 'text', limit: 'int8', bytes: 'int8', user: 'int4', ...parameters },
      columns: PROFILE,
      text: ({ beginning, after, limit, bytes, user, ...patterns }) => {
        const isFound = found({ beginning, after, limit, user }, Object.values(patterns));
        return profiles(
          `SELECT * FROM users WHERE ${isFound} AND username_key ~>~ ${after}::text AND is_active
             AND NOT ${isBlockedBy(user, 'users.id')} ORDER BY ${IN_ORDER} LIMIT ${limit}`,
          IN_ORDER,
          bytes,
        );
      },
    }),
  );

const AMONG_ALL = searching(
  'among_all',
  (searched, patterns) => `id IN (
    (SELECT id FROM users WHERE ${keyBegins(searched)} AND username_key ~>~ ${searched.after}::text AND is_active
     ORDER BY ${IN_ORDER} LIMIT ${searched.limit})
    UNION ${idsByName(patterns)})`,
);

const near = (user: string): string => `
  SELECT near.user_id FROM (
    SELECT room_id FROM user_rooms WHERE user_id = ${user} ORDER BY room_id DESC) own
  CROSS JOIN LATERAL (
    SELECT user_id FROM user_rooms theirs WHERE theirs.room_id = own.room_id ORDER BY user_id LIMIT ${String(MOST_NEAR)}) near
  LIMIT ${String(MOST_NEAR)}`;

const AMONG_NEAR = searching(
  'among_near',
  (searched, patterns) =>
    `id IN (${near(searched.user)}) AND (${keyBegins(searched)} OR ${haveNames('users', patterns)})`,
);

/** Whether every user who shares a room with the requester is looked at. */
const REACH = statement('people.reach', {
  parameters: { since: 'timestamptz', user: 'int4' },
  columns: { until: 'timestamptz', is_complete: 'bool' },
  text: ({ since, user }) => `
    SELECT statement_timestamp() - ${String(COMMITTED_WITHIN_SECONDS)} * interval '1 second' AS until,
      ${since}::timestamptz > statement_timestamp() - ${String(CHANGES_KEPT_DAYS)} * interval '1 day'
        AND (SELECT count(*) FROM (${near(user)}) fellows) < ${String(MOST_NEAR)} AS is_complete`,
});

const CHANGED = statement('people.changed', {
  parameters: { since: 'timestamptz', user: 'int4', bytes: 'int8' },
  columns: PROFILE,
  text: ({ since, user, bytes }) =>
    profiles(
      `SELECT * FROM users WHERE profile_changed_at > ${since} AND id <> ${user} AND is_active
         AND id IN (${near(user)}) AND NOT ${areSeparated(user, 'users.id')}
       ORDER BY id LIMIT ${String(MOST_CHANGED + 1)}`,
      'id',
      bytes,
    ),
});
