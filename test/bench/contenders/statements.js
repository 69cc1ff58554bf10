/** Settings by which a PostgreSQL can count statements; {@link counted} switches the count on. */
export const ABLE_TO_COUNT = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track=none',
  'compute_query_id=off',
];

/** The settings of a database whose statements are counted. @param {string} database */
export const counted = (database) => [
  `ALTER DATABASE ${database} SET pg_stat_statements.track = 'top'`,
  `ALTER DATABASE ${database} SET compute_query_id = 'on'`,
];

/** Statements of timers, independent of the load: heartbeats of nodes, signals, gaps and batched writes. */
const TABLES =
  'nodes|signals|sessions|last_seen_at|sync_records|delivery_recording|room_feed|feed_followers|webhook_deliveries|pushes|push_subscriptions';
const OF_TIMERS = `\\m(${TABLES})\\M|last_seq\\s+FROM unnest\\(string_to_array|^SELECT \\$1$`;

/**
 * The number of statements of a counted database during some work, without those of timers.
 * @param {import('./population.js').Population} population
 * @param {() => Promise<unknown>} during
 */
export async function countingStatements(population, during) {
  await population.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await population.query('SELECT pg_stat_statements_reset()');
  await during();
  const [row] = await population.query(
    `SELECT sum(calls) AS calls FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND query !~ $1 AND query NOT LIKE '%pg_stat_statements_reset%'`,
    [OF_TIMERS],
  );
  return Number(row?.calls);
}
