import { Injectable } from '@nestjs/common';
import type { DeploymentRole } from '@parley/protocol';
import { Any, DataSource } from 'typeorm';

import { partOf } from '../../platform/collections/list-part.js';
import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import { beginsWith } from '../../platform/database/begins-with.js';
import { toAccount } from './account.js';
import type { Account } from './account.js';
import { idsByName, namePatterns, searchGaveUp } from './name-search.js';
import { User } from './user.entity.js';
import { searchedKey } from './users.repository.js';

/** Selects users; an undefined field does not restrict them. */
export interface AccountFilter {
  readonly role: DeploymentRole | undefined;
  readonly isActive: boolean | undefined;
}

/** The users that a search finds by their usernames, at most. */
const MOST_BY_NAME = 1_000;
/** The users that a part of the whole list looks at, at most: where few are selected, it has fewer than requested. */
const MOST_SEEN = 10_000;
const LOWEST_ID = 1;
const HIGHEST_ID = 2_147_483_647;

const selected = 'deleted_at IS NULL AND ($1::text IS NULL OR role = $1) AND ($2::boolean IS NULL OR is_active = $2)';

const listing = (beyond: '<' | '>', order: 'ASC' | 'DESC', last: 'min' | 'max'): string => `
  WITH seen AS (SELECT id FROM users WHERE id ${beyond} $3::bigint ORDER BY id ${order} LIMIT ${String(MOST_SEEN)})
  SELECT (SELECT ${last}(id) FROM seen HAVING count(*) = ${String(MOST_SEEN)}) AS last_seen, ARRAY(
    SELECT id FROM users WHERE id IN (SELECT id FROM seen) AND ${selected} ORDER BY id ${order} LIMIT $4) AS ids`;

const NEWEST = listing('<', 'DESC', 'min');
const OLDEST = listing('>', 'ASC', 'max');

/** The number of the first parameter with a pattern of names. */
const PATTERNS = 6;

const named = (patterns: readonly string[]): string => `
  SELECT id, username_key FROM users
  WHERE id IN (
    (SELECT id FROM users WHERE ${beginsWith('username_key', '$5::text')} AND username_key ~>~ $3::text
     ORDER BY username_key USING ~<~ LIMIT ${String(MOST_BY_NAME)})
    UNION ${idsByName(patterns, PATTERNS)})
    AND username_key ~>~ $3::text AND ${selected}
  ORDER BY username_key USING ~<~ LIMIT $4`;

/** The columns that {@link toAccount} needs. */
const SHOWN = {
  id: true,
  username: true,
  firstName: true,
  lastName: true,
  email: true,
  isActive: true,
  deactivatedBy: true,
  isBot: true,
  role: true,
  createdAt: true,
} as const;

/** Raw SQL: a search reads two indexes, and the work of a part has a bound. */
@Injectable()
export class AccountListRepository {
  constructor(private readonly source: DataSource) {}

  /** The newest first; a place is an id. */
  newest(filter: AccountFilter, { after = HIGHEST_ID, limit }: PartOf<number>): Promise<ListPart<Account, number>> {
    return this.part(NEWEST, filter, { after, limit });
  }

  /** The oldest first; a place is an id. */
  oldest(filter: AccountFilter, { after = LOWEST_ID - 1, limit }: PartOf<number>): Promise<ListPart<Account, number>> {
    return this.part(OLDEST, filter, { after, limit });
  }

  /**
   * Users by the beginning of a username, or, if they are active, by words that each begin a word of a name. In the
   * order of the usernames; a place is the key of a username.
   */
  async named(query: string, filter: AccountFilter, part: PartOf<string>): Promise<ListPart<Account, string>> {
    const patterns = namePatterns(query);
    const values = [filter.role ?? null, filter.isActive ?? null, part.after ?? '', part.limit + 1, searchedKey(query)];
    const rows = await this.source
      .query<{ id: number; username_key: string }[]>(named(patterns), [...values, ...patterns])
      .catch(searchGaveUp);
    const { items, after } = partOf(rows, part, ({ username_key }) => username_key);
    return { items: await this.accounts(items.map(({ id }) => id)), after };
  }

  private async part(
    statement: string,
    { role, isActive }: AccountFilter,
    { after, limit }: PartOf<number>,
  ): Promise<ListPart<Account, number>> {
    const values = [role ?? null, isActive ?? null, after, limit + 1];
    const [{ ids, last_seen }] = await this.source.query<[{ ids: number[]; last_seen: number | null }]>(
      statement,
      values,
    );
    const part = ids.slice(0, limit);
    return { items: await this.accounts(part), after: ids.length > limit ? part.at(-1) : (last_seen ?? undefined) };
  }

  /** In the order of the ids that are given. */
  private async accounts(ids: readonly number[]): Promise<Account[]> {
    const users = await this.source.manager.find(User, { select: SHOWN, where: { id: Any(ids) } });
    const byId = new Map(users.map((user) => [user.id, toAccount(user)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
