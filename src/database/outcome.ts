import pg from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';

import { UnreadableAnswer } from './guarded-client.js';

/** SQLSTATE classes 08, connection exception, and 57P, operator intervention: the session is over. */
const SESSION_ENDED = /^(08|57P)/;
const ENDING: readonly (string | undefined)[] = ['FATAL', 'PANIC'];
/** How a connection fails that is being opened, or is broken. */
const NOBODY_THERE: readonly (string | undefined)[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
];
/** The same in words: of its own errors the driver has no code. */
const NO_CONNECTION = /^(timeout exceeded when trying to connect|timeout expired|Connection terminated)/;

/**
 * Whether a statement that failed may have been committed all the same: the connection ended under it, and took the
 * answer along. One that never reached the database has failed for certain, as has one that PostgreSQL refused.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const driverError: unknown = error.driverError;
  return !(driverError instanceof pg.DatabaseError) || isEnding(driverError);
}

/**
 * Whether something failed because the database was away: it could not be reached, or the connection ended under a
 * statement. That is no fault of what was asked, and passes; what was done until then may be done for good.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof QueryFailedError) return isOutcomeUnknown(error) && !isUnreadable(error);
  if (error instanceof pg.DatabaseError) return isEnding(error);
  // The connection ended between two statements of a transaction.
  if (error instanceof QueryRunnerAlreadyReleasedError) return true;
  if (!(error instanceof Error)) return false;
  if (NOBODY_THERE.includes((error as NodeJS.ErrnoException).code) || NO_CONNECTION.test(error.message)) return true;
  const root = rootOf(error);
  return isOutcomeUnknown(root) && !(root instanceof QueryFailedError && isUnreadable(root));
}

/** The same statement would be answered in the same way: that does not pass. */
const isUnreadable = ({ driverError }: { readonly driverError: unknown }): boolean =>
  driverError instanceof UnreadableAnswer;

/** Whoever knows more of a failed statement tells that, and keeps what it was as its cause. */
const rootOf = ({ cause }: Error): unknown =>
  cause instanceof Error && !(cause instanceof QueryFailedError) ? rootOf(cause) : cause;

const isEnding = ({ code, severity }: pg.DatabaseError): boolean =>
  SESSION_ENDED.test(code ?? '') || ENDING.includes(severity);
