import { statement } from '../../../platform/database/statement.js';
import type { PlacesOf, RowOf, Types } from '../../../platform/database/statement.js';
import { isLiving } from '../node.entity.js';
import type { AccountOrder, AccountPlace, ActivityPlace } from './listed-account.js';

/** A user who is not deleted and whom the filter selects. */
export const FILTER = {
  role: 'text | null',
  active: 'bool | null',
  kind: 'text | null',
} as const satisfies Types;

export const isSelected = ({ role, active, kind }: PlacesOf<typeof FILTER>): string =>
  `deleted_at IS NULL AND (${role}::text IS NULL OR role = ${role})
    AND (${active}::boolean IS NULL OR is_active = ${active})
    AND (${kind}::text IS NULL OR ${kind} = CASE WHEN is_bot THEN 'bot' WHEN is_guest THEN 'guest' ELSE 'member' END)`;

/** Whether a user has a connection to a living node. The connections of everybody are not read for it. */
export const isConnected = (user: string): string =>
  `EXISTS (SELECT FROM sessions s JOIN nodes n ON n.id = s.node_id
     WHERE s.user_id = ${user} AND ${isLiving('n')} OFFSET 0)`;

/** The last heartbeat of connections that were closed, in microseconds since 1970. */
export const LAST_SEEN = '(extract(epoch FROM last_seen_at) * 1000000)::bigint';

/**
 * Users of whom few are wanted among many: an index has them alone. The index needs the condition as a constant.
 */
const SUBSETS = {
  all: 'true',
  withRole: "role <> 'user'",
  special: '(is_guest OR is_bot)',
} as const;

export type Subset = keyof typeof SUBSETS;

interface Order {
  /** In SQL, of {@link PlacesOf} a place. */
  readonly beyond: (place: string) => string;
  readonly by: string;
  /** The place of a row, in the form that {@link beyond} takes. */
  readonly place: string;
  /** A further condition on the users who were seen. */
  readonly also?: string;
  readonly from?: (subset: string) => string;
}

/** Users in one order, of whom a part looks at a bounded number. */
const run = (name: string, subset: Subset, { beyond, by, place: made, also = 'true', from = inUsers }: Order) =>
  statement(`account_runs.${name}.${subset}`, {
    parameters: { ...FILTER, place: 'text | null', limit: 'int8', most: 'int8' },
    columns: { id: 'int4 not null', place: 'text not null', is_found: 'bool not null' },
    text: ({ place, limit, most, ...filter }) => `
      WITH seen AS MATERIALIZED (
        SELECT users.id, ${made} AS place, row_number() OVER (ORDER BY ${by}) AS at, ${isSelected(filter)} AS is_selected
        FROM ${from(SUBSETS[subset])} AND (${place}::text IS NULL OR ${beyond(`${place}::text`)})
        ORDER BY ${by} LIMIT ${most}),
      found AS (
        SELECT id, place, at FROM seen WHERE is_selected AND ${also} ORDER BY at LIMIT ${limit})
      SELECT id, place, is_found FROM (
        SELECT id, place, at, true AS is_found FROM found
        UNION ALL SELECT id, place, at, false FROM seen WHERE at = ${most}) rows
      ORDER BY at, is_found DESC`,
  });

const inUsers = (subset: string): string => `users WHERE ${subset}`;

type Run = ReturnType<typeof run>;
export type SeenAccount = RowOf<Run>;

/** A run, and how its places are those of the list. */
export interface RunOfAccounts {
  readonly rank: number;
  readonly bySubset: Readonly<Record<Subset, Run>>;
  /** @param text as the statement has it */
  readonly placeOf: (text: string) => AccountPlace;
}

const bySubset = (name: string, order: Order): RunOfAccounts['bySubset'] => ({
  all: run(name, 'all', order),
  withRole: run(name, 'withRole', order),
  special: run(name, 'special', order),
});

const directions = (upward: boolean) => ({
  beyond: upward ? '>' : '<',
  by: upward ? 'ASC' : 'DESC',
  suffix: upward ? 'asc' : 'desc',
});

const byId = (upward: boolean): Order => {
  const { beyond, by } = directions(upward);
  return { beyond: (place) => `users.id ${beyond} ${place}::bigint`, by: `users.id ${by}`, place: 'users.id::text' };
};

const created = (upward: boolean): RunOfAccounts[] => [
  { rank: 0, bySubset: bySubset(`created.${directions(upward).suffix}`, byId(upward)), placeOf: Number },
];

/** By the bytes of the keys of usernames, as the index compares them. */
const named = (upward: boolean): RunOfAccounts[] => {
  const operator = upward ? '>' : '<';
  const order: Order = {
    beyond: (place) => `username_key ~${operator}~ ${place}`,
    by: `username_key USING ~${upward ? '<' : '>'}~`,
    place: 'username_key::text',
  };
  const name = `name.${directions(upward).suffix}`;
  return [{ rank: 0, bySubset: bySubset(name, order), placeOf: (text) => text }];
};

const CONNECTED = 2;
const WAS_CONNECTED = 1;
const NEVER = 0;

const CONNECTIONS = `
  (SELECT DISTINCT s.user_id FROM sessions s JOIN nodes n ON n.id = s.node_id WHERE ${isLiving('n')}) connected
  JOIN users ON users.id = connected.user_id WHERE true`;

/** Activity is stored when a connection closes: who is connected is found by the connections. */
const byActivity = (upward: boolean): RunOfAccounts[] => {
  const { beyond, by, suffix } = directions(upward);
  const idOnly = byId(upward);
  const ofId = (rank: number) => (text: string) => ({ rank, moment: 0, id: Number(text) });
  const isAway = `NOT ${isConnected('seen.id')}`;
  // The connections are few or many, and all are read in the order of their users.
  const ofConnections = run(`connected.${suffix}`, 'all', { ...idOnly, from: () => CONNECTIONS });
  const connected: RunOfAccounts = {
    rank: CONNECTED,
    bySubset: { all: ofConnections, withRole: ofConnections, special: ofConnections },
    placeOf: ofId(CONNECTED),
  };
  const wasConnected: RunOfAccounts = {
    rank: WAS_CONNECTED,
    bySubset: bySubset(`was_connected.${suffix}`, {
      beyond: (place) => {
        const [moment, id] = [`split_part(${place}, ' ', 1)::bigint`, `split_part(${place}, ' ', 2)::bigint`];
        return `(last_seen_at, id) ${beyond} (timestamptz 'epoch' + ${moment} * interval '1 microsecond', ${id})`;
      },
      by: `last_seen_at ${by}, id ${by}`,
      place: `${LAST_SEEN} || ' ' || id`,
      also: isAway,
      from: (subset) => `users WHERE ${subset} AND last_seen_at IS NOT NULL`,
    }),
    placeOf: (text) => {
      const [moment = 0, id = 0] = text.split(' ').map(Number);
      return { rank: WAS_CONNECTED, moment, id };
    },
  };
  const never: RunOfAccounts = {
    rank: NEVER,
    bySubset: bySubset(`never_connected.${suffix}`, {
      ...idOnly,
      also: isAway,
      from: (subset) => `users WHERE ${subset} AND last_seen_at IS NULL`,
    }),
    placeOf: ofId(NEVER),
  };
  return upward ? [never, wasConnected, connected] : [connected, wasConnected, never];
};

const both = (runs: (upward: boolean) => RunOfAccounts[]) => ({ asc: runs(true), desc: runs(false) });

const RUNS = { created: both(created), name: both(named), last_activity: both(byActivity) } as const;

export const runsOf = ({ sort, order }: AccountOrder): readonly RunOfAccounts[] => RUNS[sort][order];

const isActivityPlace = (place: AccountPlace): place is ActivityPlace => typeof place === 'object';

/** The run that a place is in, and its text in a statement. */
export function runAt(place: AccountPlace): { readonly rank: number; readonly text: string } {
  if (!isActivityPlace(place)) return { rank: 0, text: String(place) };
  const { rank, moment, id } = place;
  return { rank, text: rank === WAS_CONNECTED ? `${String(moment)} ${String(id)}` : String(id) };
}
