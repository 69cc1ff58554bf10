import type { QuerySource } from '../query.js';

/**
 * The table that marks a database as distributed. It has one row: the statements that are left of an unfinished
 * distribution, and when it was finished.
 */
export const MARK = 'distribution';

/**
 * Commits local rows and rows of a room together or not at all, in the transaction that executes it. Without it, Citus
 * commits on the one worker that was written first, and then here: a coordinator that is killed between the two loses
 * the local rows. Citus knows of no local table but this one: its statements make the commit two-phase, also without
 * an effect.
 */
export const COMMIT_TOGETHER = `DELETE FROM ${MARK} WHERE finished_at IS NULL`;

/** Runs {@link COMMIT_TOGETHER}. It is no `statement`: only a distributed database has the table. */
export const commitTogether = (source: QuerySource): Promise<unknown> => source.query(COMMIT_TOGETHER, []);
