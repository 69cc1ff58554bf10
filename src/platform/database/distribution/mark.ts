import type { QuerySource } from '../query.js';

/**
 * The table that marks a database as distributed. It has one row: the statements that are left of an unfinished
 * distribution, and when it was finished.
 */
export const MARK = 'distribution';

/**
 * Commits local rows and rows of a room together or not at all, in the transaction that executes it. Without it, Citus
 * commits on the one worker that was written first, and then here: a coordinator that is killed between the two loses
 * the local rows. Citus knows of no local table but this one: its statement makes the commit two-phase, also without
 * an effect. Only a distributed database has the table.
 */
export async function commitTogether(source: QuerySource): Promise<void> {
  await source.query(`DELETE FROM ${MARK} WHERE finished_at IS NULL`, []);
}
