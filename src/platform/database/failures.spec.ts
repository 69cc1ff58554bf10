import pg from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';

import { isDatabaseAway, isOutcomeUnknown } from './failures.js';
import { UnreadableAnswer } from './guarded-client.js';

const failed = (driverError: Error): Error => new QueryFailedError('SELECT 1', [], driverError);
const reported = (code: string, severity = 'ERROR'): Error =>
  Object.assign(new pg.DatabaseError('said so', 7, 'error'), { code, severity });
const coded = (code: string): Error => Object.assign(new Error('no'), { code });
const wrapped = (cause: Error): Error => new Error('not known', { cause: new Error('lost', { cause }) });

describe('the database is considered unavailable', () => {
  it.each<[string, Error]>([
    ['no process listens', coded('ECONNREFUSED')],
    ['no address responds', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })],
    ['its host name is unknown', coded('ENOTFOUND')],
    ['connecting timed out', new Error('timeout exceeded when trying to connect')],
    ['the connection ended while it was opened', new Error('Connection terminated unexpectedly')],
    ['it is starting', reported('57P03', 'FATAL')],
    ['it has too many connections', reported('53300', 'FATAL')],
    ['the connection ended during a statement', failed(new Error('Connection terminated unexpectedly'))],
    ['it was stopped during a statement', failed(reported('57P01', 'FATAL'))],
    ['the connection ended in a transaction', new QueryRunnerAlreadyReleasedError()],
    ['it is read-only', failed(reported('25006'))],
    ['its disk is full', failed(reported('53100'))],
    ['it was read-only where that is the cause of another error', wrapped(failed(reported('25006')))],
    ['such an error is the cause of another', wrapped(failed(new Error('Connection terminated unexpectedly')))],
  ])('if %s', (_, error) => expect(isDatabaseAway(error)).toBe(true));

  it.each<[string, unknown]>([
    ['it refused a statement', failed(reported('23505'))],
    ['a statement took too long', failed(reported('57014'))],
    ['its response cannot be read', failed(new UnreadableAnswer('no'))],
    ['a refused statement is the cause of another error', wrapped(failed(reported('23505')))],
    ['another service is unavailable', new TypeError('fetch failed', { cause: coded('ECONNREFUSED') })],
    ['the code has a bug', new TypeError('x is not a function')],
    ['a value other than an error was thrown', 'no'],
  ])('not if %s', (_, error) => expect(isDatabaseAway(error)).toBe(false));
});

it('the outcome of a statement that a read-only database refused is known', () => {
  expect(isOutcomeUnknown(failed(reported('25006')))).toBe(false);
});

it('the outcome of a statement is unknown if its response cannot be read', () => {
  expect(isOutcomeUnknown(failed(new UnreadableAnswer('no')))).toBe(true);
});
