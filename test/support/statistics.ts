import type pg from 'pg';

/** Whether the planner has statistics of the tables. */
export type Statistics = 'without statistics' | 'with statistics';

/**
 * Reads or forgets the statistics of all tables. Specs of one worker share a database: what one of them has read is
 * about other rows by the next one.
 */
export async function setStatistics(database: pg.Client, how: Statistics): Promise<void> {
  if (how === 'with statistics') {
    await database.query('VACUUM ANALYZE');
    return;
  }
  // An automatic ANALYZE that runs would write them again: this waits for it, or ends it.
  await database.query(WITHOUT_AUTOVACUUM);
  await database.query('DELETE FROM pg_statistic');
  await database.query(`
    UPDATE pg_class SET reltuples = -1, relpages = 0, relallvisible = 0
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')`);
  // The server does not read them by itself, and makes the plans of all sessions again.
  await database.query(WITHOUT_AUTOVACUUM);
}

const WITHOUT_AUTOVACUUM = 'ALTER TABLE messages SET (autovacuum_enabled = off)';
