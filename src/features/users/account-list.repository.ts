import { Injectable } from '@nestjs/common';
import type { DeploymentRole } from '@parley/protocol';
import { Any, DataSource } from 'typeorm';

import { partOf } from '../../platform/collections/list-part.js';
import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import { beginsWith } from '../../platform/database/searched-text/searched-text-sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Types } from '../../platform/database/statement.js';
import { toAccount } from './account.js';
import type { Account } from './account.js';
import { forPatterns, idsByName, namePatterns, patternValues, searchGaveUp } from './name-search.js';
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
  isGuest: true,
  guestUntil: true,
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
    const search = NAMED[patterns.length];
    if (!search) throw new Error('a search has more patterns than there are statements');
    const rows = await search
      .rows(this.source, {
        role: filter.role ?? null,
        active: filter.isActive ?? null,
        after: part.after ?? '',
        limit: part.limit + 1,
        key: searchedKey(query),
        ...patternValues(patterns),
      })
      .catch(searchGaveUp);
    const { items, after } = partOf(rows, part, ({ username_key }) => username_key);
    return { items: await this.accounts(items.map(({ id }) => id)), after };
  }

  /** Whether at least two people administer the deployment. The index needs the condition as a constant. */
  async haveSecondAdministrator(): Promise<boolean> {
    return (await ADMINISTRATORS.rows(this.source, {})).length > 1;
  }

  private async part(
    listing: typeof NEWEST,
    { role, isActive }: AccountFilter,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<ListPart<Account, number>> {
    const { ids, last_seen } = await listing.one(this.source, {
      role: role ?? null,
      active: isActive ?? null,
      after,
      limit: limit + 1,
    });
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

const FILTER = { role: 'text | null', active: 'bool | null' } as const satisfies Types;

const isSelected = ({ role, active }: Readonly<Record<keyof typeof FILTER, string>>): string =>
  `deleted_at IS NULL AND (${role}::text IS NULL OR role = ${role})
    AND (${active}::boolean IS NULL OR is_active = ${active})`;

interface Listing {
  readonly beyond: '<' | '>';
  readonly order: 'ASC' | 'DESC';
  readonly last: 'min' | 'max';
}

const listing = (name: string, { beyond, order, last }: Listing) =>
  statement(name, {
    parameters: { ...FILTER, after: 'int8', limit: 'int8' },
    columns: { last_seen: 'int4 | null', ids: 'int4[]' },
    text: ({ after, limit, ...filter }) => `
      WITH seen AS (
        SELECT id FROM users WHERE id ${beyond} ${after}::bigint ORDER BY id ${order} LIMIT ${String(MOST_SEEN)})
      SELECT (SELECT ${last}(id) FROM seen HAVING count(*) = ${String(MOST_SEEN)}) AS last_seen, ARRAY(
        SELECT id FROM users WHERE id IN (SELECT id FROM seen) AND ${isSelected(filter)}
        ORDER BY id ${order} LIMIT ${limit}) AS ids`,
  });

const NEWEST = listing('account_list.newest', { beyond: '<', order: 'DESC', last: 'min' });
const OLDEST = listing('account_list.oldest', { beyond: '>', order: 'ASC', last: 'max' });

/** By the number of patterns. */
const NAMED = forPatterns((parameters, count) =>
  statement(`account_list.named.${String(count)}`, {
    parameters: { ...FILTER, after: 'text', limit: 'int8', key: 'text', ...parameters },
    columns: { id: 'int4', username_key: 'text' },
    text: ({ role, active, after, limit, key, ...patterns }) => `
      SELECT id, username_key FROM users
      WHERE id IN (
        (SELECT id FROM users WHERE ${beginsWith('username_key', `${key}::text`)} AND username_key ~>~ ${after}::text
         ORDER BY username_key USING ~<~ LIMIT ${String(MOST_BY_NAME)})
        UNION ${idsByName(Object.values(patterns))})
        AND username_key ~>~ ${after}::text AND ${isSelected({ role, active })}
      ORDER BY username_key USING ~<~ LIMIT ${limit}`,
  }),
);

const ADMINISTRATORS = statement('account_list.administrators', {
  parameters: {},
  columns: { id: 'int4' },
  text: () =>
    `SELECT id FROM users WHERE role <> 'user' AND is_active AND role = 'admin' AND NOT is_bot ORDER BY id LIMIT 2`,
});
