import pg from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';

import { UnreadableAnswer } from './guarded-client.js';
import { NoWritableHost } from './writable-host.js';

/** SQLSTATE classes 08, connection exception, and 57P, operator intervention: the session is over. */
const SESSION_ENDED = /^(08|57P)/;
/**
 * `read_only_sql_transaction` and `disk_full`: reads succeed, and writes fail until an operator or a failover ends it.
 */
const UNWRITABLE: readonly (string | undefined)[] = ['25006', '53100'];
const QUERY_CANCELED = '57014';
const ENDING: readonly (string | undefined)[] = ['FATAL', 'PANIC'];
/** Error codes of a connection that cannot be opened, or is broken. */
const UNREACHABLE: readonly (string | undefined)[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** The first: the connection ended between two statements of a transaction. */
const AWAY = [QueryRunnerAlreadyReleasedError, NoWritableHost];
/** The same as messages, because the driver's own errors have no code. */
const NO_CONNECTION = /^(timeout exceeded when trying to connect|timeout expired|Connection terminated)/;

/**
 * Whether a failed statement may have been committed: the connection ended before the response. A statement that never
 * reached the database has certainly failed, as has one that PostgreSQL refused.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const driverError: unknown = error.driverError;
  return !(driverError instanceof pg.DatabaseError) || isEnding(driverError);
}

/**
 * Whether the cause of an error is an unavailable database: it could not be reached, the connection ended during a
 * statement, or it accepts no writes. Such an error is temporary, and not caused by the request; earlier changes may be
 * committed.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof QueryFailedError) return isAwayDuring(error);
  if (error instanceof pg.DatabaseError) return isEnding(error) || isUnwritable(error);
  if (error instanceof ReadOnlyDatabase) return true;
  if (AWAY.some((kind) => error instanceof kind)) return true;
  if (!(error instanceof Error)) return false;
  if (UNREACHABLE.includes((error as NodeJS.ErrnoException).code) || NO_CONNECTION.test(error.message)) return true;
  const root = rootOf(error);
  return root instanceof QueryFailedError && isAwayDuring(root);
}

/** The database responds, and refuses all writes. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super('It accepts no writes: it is read-only.');
  }
}

const isAwayDuring = (error: { readonly driverError: unknown }): boolean =>
  (isOutcomeUnknown(error) && !isUnreadable(error)) || isUnwritable(error.driverError);

const isUnwritable = (driverError: unknown): boolean =>
  driverError instanceof pg.DatabaseError && UNWRITABLE.includes(driverError.code);

/** Not temporary: the same statement would fail in the same way. */
const isUnreadable = ({ driverError }: { readonly driverError: unknown }): boolean =>
  driverError instanceof UnreadableAnswer;

/** The error of a request that waited for a connection in vain, because others took all of them. */
const POOL_FULL = 'timeout exceeded when trying to connect';

/** Whether no connection became free in time. It is temporary, and the database may be well. */
export const isPoolFull = (error: unknown): boolean => error instanceof Error && error.message.startsWith(POOL_FULL);

/** Seconds after which a request may be repeated that found no free connection. */
export const POOL_RETRY_SECONDS = 1;

/** Whether a statement was cancelled, as after its timeout. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === QUERY_CANCELED;

/** An error with more context has the original one as its cause. */
const rootOf = ({ cause }: Error): unknown =>
  cause instanceof Error && !(cause instanceof QueryFailedError) ? rootOf(cause) : cause;

const isEnding = ({ code, severity }: pg.DatabaseError): boolean =>
  SESSION_ENDED.test(code ?? '') || ENDING.includes(severity);

/**
 * Seconds after which a request that failed because of an unavailable database may be repeated. A restart of PostgreSQL
 * takes about as long; during a longer outage clients double their delay.
 */
export const OUTAGE_RETRY_SECONDS = 2;

const MOST_ATTEMPTS = 3;
const DEADLOCK_DETECTED = '40P01';

/** Runs a transaction, and retries it if the database aborted it because of a deadlock. */
export async function retryOnDeadlock<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count === MOST_ATTEMPTS || !isDeadlock(error)) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  return (error.driverError as { code?: string }).code === DEADLOCK_DETECTED;
}

const UNIQUE_VIOLATION = '23505';

/**
 * The columns of the unique key that a statement violated; none for other errors. The name of the constraint differs
 * between a table, its partitions, and the shards of a spread table.
 */
export function keyColumns({ driverError }: { readonly driverError: unknown }): readonly string[] {
  const { code, detail } = driverError as { code?: string; detail?: string };
  if (code !== UNIQUE_VIOLATION) return [];
  // Key (sender_id, client_message_id, room_id)=(...): the words are in the language of the server.
  return /\(([a-z_, ]+)\)=\(/.exec(detail ?? '')?.[1]?.split(', ') ?? [];
}

/** Whether a statement failed because another row has the key already. */
export const isKeyTaken = (error: unknown): boolean =>
  error instanceof QueryFailedError && keyColumns(error).length > 0;
