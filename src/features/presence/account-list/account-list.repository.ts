import { Injectable } from '@nestjs/common';
import { Any, DataSource } from 'typeorm';

import { partOf } from '../../../platform/collections/list-part.js';
import type { ListPart, PartOf } from '../../../platform/collections/list-part.js';
import { statement } from '../../../platform/database/statement.js';
import { toAccount } from '../../users/account.js';
import { namePatterns, patternValues, searchGaveUp } from '../../users/name-search.js';
import { User } from '../../users/user.entity.js';
import { searchedKey } from '../../users/users.repository.js';
import { isLiving } from '../node.entity.js';
import { inOrder, placeIn, SEARCH } from './account-search.js';
import { runAt, runsOf } from './account-runs.js';
import type { RunOfAccounts, SeenAccount, Subset } from './account-runs.js';
import type { AccountFilter, AccountOrder, AccountPlace, ListedAccount } from './listed-account.js';

/**
 * The users that a part of a list looks at, at most: where few are selected, it has fewer than requested. Without a
 * filter all are selected but deleted ones.
 */
const MOST_SEEN = { filtered: 10_000, whole: 1_000 } as const;

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

const isFiltering = (filter: AccountFilter): boolean => Object.values(filter).some((value) => value !== undefined);

const subsetOf = ({ role, kind }: AccountFilter): Subset => {
  if (role !== undefined && role !== 'user') return 'withRole';
  return kind === 'guest' || kind === 'bot' ? 'special' : 'all';
};

const filterValues = ({ role, isActive, kind }: AccountFilter) => ({
  role: role ?? null,
  active: isActive ?? null,
  kind: kind ?? null,
});

interface PlaceOfAccount {
  readonly id: number;
  readonly place: AccountPlace;
}

/** Users for administrators and operators. Raw SQL: a search reads several indexes, and the work of a part has a bound. */
@Injectable()
export class AccountListRepository {
  constructor(private readonly source: DataSource) {}

  /** All users that a filter selects. */
  async ordered(
    order: AccountOrder,
    filter: AccountFilter,
    { after, limit }: PartOf<AccountPlace>,
  ): Promise<ListPart<ListedAccount, AccountPlace>> {
    const start = after === undefined ? undefined : runAt(after);
    const all = runsOf(order);
    const runs = start === undefined ? all : all.slice(all.findIndex(({ rank }) => rank === start.rank));
    const { places, end } = await this.through(runs, filter, { after: start?.text, limit: limit + 1 });
    const shown = places.slice(0, limit);
    return {
      items: await this.accounts(shown.map(({ id }) => id)),
      after: places.length > limit ? shown.at(-1)?.place : end,
    };
  }

  /**
   * @param after in the first of the runs
   * @returns users, and the last one that was looked at; undefined: the end of all runs was reached, or the limit
   */
  private async through(
    runs: readonly RunOfAccounts[],
    filter: AccountFilter,
    { after, limit }: PartOf<string>,
  ): Promise<{ readonly places: readonly PlaceOfAccount[]; readonly end: AccountPlace | undefined }> {
    const most = isFiltering(filter) ? MOST_SEEN.filtered : MOST_SEEN.whole;
    const places: PlaceOfAccount[] = [];
    let place = after ?? null;
    for (const { bySubset, placeOf } of runs) {
      const values = { ...filterValues(filter), place, limit: limit - places.length, most };
      const rows = await bySubset[subsetOf(filter)].rows(this.source, values);
      places.push(...rows.filter(isFound).map((row) => ({ id: row.id, place: placeOf(row.place) })));
      const end = rows.find((row) => !isFound(row));
      if (end) return { places, end: placeOf(end.place) };
      if (places.length === limit) break;
      place = null;
    }
    return { places, end: undefined };
  }

  /**
   * Users by the beginning of a username, or by words that are parts of a name or of an e-mail address. Of each of these
   * the first 1,000 are found, which are those by the beginning of the username in the order of the usernames.
   */
  async found(
    query: string,
    order: AccountOrder,
    filter: AccountFilter,
    part: PartOf<AccountPlace>,
  ): Promise<ListPart<ListedAccount, AccountPlace>> {
    const patterns = namePatterns(query, 'parts');
    const search = SEARCH[patterns.length];
    if (!search) throw new Error('a search has more patterns than there are statements');
    const isByName = order.sort === 'name' && order.order === 'asc';
    const rows = await search
      .rows(this.source, {
        ...filterValues(filter),
        after: isByName && typeof part.after === 'string' ? part.after : '',
        key: searchedKey(query),
        ...patternValues(patterns),
      })
      .catch(searchGaveUp);
    const { items, after } = partOf(inOrder(rows, order, part.after), part, (row) => placeIn(row, order));
    return { items: await this.accounts(items.map(({ id }) => id)), after };
  }

  /** Whether at least two people administer the deployment. The index needs the condition as a constant. */
  async haveSecondAdministrator(): Promise<boolean> {
    return (await ADMINISTRATORS.rows(this.source, {})).length > 1;
  }

  /** In the order of the ids that are given. */
  private async accounts(ids: readonly number[]): Promise<ListedAccount[]> {
    if (ids.length === 0) return [];
    const users = await this.source.manager.find(User, { select: SHOWN, where: { id: Any(ids) } });
    const activities = await ACTIVITY.rows(this.source, { users: ids });
    const activityOf = new Map(activities.map((activity) => [activity.id, activity]));
    const byId = new Map(users.map((user) => [user.id, user]));
    return ids.flatMap((id) => {
      const [user, activity] = [byId.get(id), activityOf.get(id)];
      if (!user || !activity) return [];
      const { last_active_at, is_online, log_ins } = activity;
      return [{ ...toAccount(user), last_active_at: last_active_at?.toISOString() ?? null, is_online, log_ins }];
    });
  }
}

const isFound = ({ is_found }: SeenAccount): boolean => is_found;

const MOST_LOG_INS = 100;

const ACTIVITY = statement('account_list.activity', {
  parameters: { users: 'int4[]' },
  columns: { id: 'int4', last_active_at: 'timestamptz | null', is_online: 'bool not null', log_ins: 'int8 not null' },
  text: ({ users }) => `
    SELECT u.id, greatest(u.last_seen_at, here.seen_at) AS last_active_at, here.seen_at IS NOT NULL AS is_online,
      (SELECT count(*) FROM (
        SELECT FROM refresh_tokens t WHERE t.user_id = u.id AND t.revoked_at IS NULL AND t.expires_at > now()
        LIMIT ${String(MOST_LOG_INS)}) valid) AS log_ins
    FROM users u CROSS JOIN LATERAL (
      SELECT max(s.seen_at) AS seen_at FROM sessions s JOIN nodes n ON n.id = s.node_id
      WHERE s.user_id = u.id AND ${isLiving('n')}) here
    WHERE u.id = ANY (${users})`,
});

const ADMINISTRATORS = statement('account_list.administrators', {
  parameters: {},
  columns: { id: 'int4' },
  text: () =>
    `SELECT id FROM users WHERE role <> 'user' AND is_active AND role = 'admin' AND NOT is_bot ORDER BY id LIMIT 2`,
});
