import { beginsWith } from '../../../platform/database/searched-text/searched-text-sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import { forPatterns, idsByAddress, idsByName } from '../../users/name-search.js';
import { FILTER, isConnected, isSelected, LAST_SEEN } from './account-runs.js';
import type { AccountOrder, AccountPlace, ActivityPlace } from './listed-account.js';

/** The users that a search finds by the beginnings of their usernames, at most. */
const MOST_BY_USERNAME = 1_000;

/** By the number of patterns. The users are few enough to be sorted by the program. */
export const SEARCH = forPatterns((parameters, count) =>
  statement(`account_search.found.${String(count)}`, {
    parameters: { ...FILTER, after: 'text', key: 'text', ...parameters },
    columns: { id: 'int4', username_key: 'text', rank: 'int4 not null', moment: 'int8 not null' },
    text: ({ role, active, kind, after, key, ...patterns }) => `
      SELECT id, username_key,
        CASE WHEN ${isConnected('users.id')} THEN 2 WHEN last_seen_at IS NOT NULL THEN 1 ELSE 0 END AS rank,
        coalesce(${LAST_SEEN}, 0) AS moment
      FROM users
      WHERE id IN (
        (SELECT id FROM users WHERE ${beginsWith('username_key', `${key}::text`)} AND username_key ~>~ ${after}::text
         ORDER BY username_key USING ~<~ LIMIT ${String(MOST_BY_USERNAME)})
        UNION ${idsByName(Object.values(patterns), 'all')}
        UNION ${idsByAddress(Object.values(patterns))})
        AND ${isSelected({ role, active, kind })}`,
  }),
);

type Found = RowOf<(typeof SEARCH)[number]>;

const activityOf = ({ id, rank, moment }: Found): ActivityPlace => ({ rank, moment: rank === 1 ? moment : 0, id });

const PLACES: Readonly<Record<AccountOrder['sort'], (row: Found) => AccountPlace>> = {
  name: (row) => row.username_key,
  created: (row) => row.id,
  last_activity: activityOf,
};

/** The place of a user in a list. */
export const placeIn = (row: Found, { sort }: AccountOrder): AccountPlace => PLACES[sort](row);

/** The users behind a place, in order. @param after undefined: all */
export function inOrder(
  rows: readonly Found[],
  { sort, order }: AccountOrder,
  after: AccountPlace | undefined,
): readonly Found[] {
  const sign = order === 'asc' ? 1 : -1;
  return rows
    .map((row) => ({ row, place: PLACES[sort](row) }))
    .filter(({ place }) => after === undefined || sign * compare(place, after) > 0)
    .toSorted((one, other) => sign * compare(one.place, other.place))
    .map(({ row }) => row);
}

/** As the database compares them: usernames by their bytes. */
function compare(one: AccountPlace, other: AccountPlace): number {
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== 'object' || typeof other !== 'object') throw new Error('places of different lists are compared');
  return one.rank - other.rank || one.moment - other.moment || one.id - other.id;
}
