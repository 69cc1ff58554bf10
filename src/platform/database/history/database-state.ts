import { ORIGIN } from './begin-epoch.js';
import type { Query } from '../query.js';

/** The state of the database at one moment. It is kept outside of the database. */
export interface SeenState {
  readonly epochId: string;
  /** See {@link ORIGIN}. */
  readonly origin: string;
  /** The bytes of the write-ahead log that were on disk. */
  readonly position: number;
}

/** The present state of the database. */
export interface DatabaseState extends SeenState {
  /** The origin that the present epoch began in. */
  readonly originOfEpoch: string;
  /** Whether the chain of epochs has the epoch of the state that was seen before. */
  readonly hasSeenEpoch: boolean;
}

/**
 * - `unchanged`: nothing was lost.
 * - `other-epoch`: another process has begun an epoch since.
 * - `moved`: the tables are in another place than when their epoch began, and may lack changes.
 * - `rewound`: the database lacks changes that it had.
 */
export type Verdict = 'unchanged' | 'other-epoch' | 'moved' | 'rewound';

/** One row, a {@link DatabaseState}. @param seen the place of the id of the epoch that was seen before */
export const stateExpression = (seen: string): string => `
  SELECT id AS "epochId", origin AS "originOfEpoch", ${ORIGIN} AS origin,
    (pg_current_wal_flush_lsn() - '0/0')::float8 AS position,
    EXISTS (SELECT FROM epochs WHERE id = ${seen}) AS "hasSeenEpoch"
  FROM epochs ORDER BY number DESC LIMIT 1`;

const STATE = stateExpression('$1');

/** Raw SQL, because a connection is checked before anything else uses it. */
export async function readState(query: Query, seen: SeenState | undefined): Promise<DatabaseState> {
  const [state] = await query<DatabaseState>(STATE, [seen?.epochId ?? null]);
  if (!state) throw new Error('the database has no epoch');
  return state;
}

/** @param seen undefined: nothing is known of the database */
export function judge(state: DatabaseState, seen: SeenState | undefined): Verdict {
  if (state.origin !== state.originOfEpoch) return 'moved';
  if (!seen) return 'other-epoch';
  if (state.epochId === seen.epochId) return state.position < seen.position ? 'rewound' : 'unchanged';
  // Tables of another origin have a history of their own: a client with an epoch that they do not know is reset.
  return state.hasSeenEpoch || state.origin !== seen.origin ? 'other-epoch' : 'rewound';
}
