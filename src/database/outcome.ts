import pg from 'pg';
import { QueryFailedError } from 'typeorm';

/** SQLSTATE classes 08, connection exception, and 57P, operator intervention: the session is over. */
const SESSION_ENDED = /^(08|57P)/;
const ENDING: readonly (string | undefined)[] = ['FATAL', 'PANIC'];

/**
 * Whether a statement that failed may have been committed all the same: the connection ended under it, and took the
 * answer along. One that never reached the database has failed for certain, as has one that PostgreSQL refused.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const driverError: unknown = error.driverError;
  if (!(driverError instanceof pg.DatabaseError)) return true;
  return SESSION_ENDED.test(driverError.code ?? '') || ENDING.includes(driverError.severity);
}
