import pg from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';

import { UnreadableAnswer } from './guarded-client.js';
import { isDatabaseAway, isOutcomeUnknown } from './outcome.js';

const failed = (driverError: Error): Error => new QueryFailedError('SELECT 1', [], driverError);
const told = (code: string, severity = 'ERROR'): Error =>
  Object.assign(new pg.DatabaseError('said so', 7, 'error'), { code, severity });
const coded = (code: string): Error => Object.assign(new Error('no'), { code });
const wrapped = (cause: Error): Error => new Error('not known', { cause: new Error('lost', { cause }) });

describe('the database was away', () => {
  it.each<[string, Error]>([
    ['nobody listens', coded('ECONNREFUSED')],
    ['no address is answered', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })],
    ['its name is unknown', coded('ENOTFOUND')],
    ['no connection came in time', new Error('timeout exceeded when trying to connect')],
    ['the connection ended as it was opened', new Error('Connection terminated unexpectedly')],
    ['it is starting', told('57P03', 'FATAL')],
    ['it has too many connections', told('53300', 'FATAL')],
    ['the connection ended under a statement', failed(new Error('Connection terminated unexpectedly'))],
    ['it was stopped under a statement', failed(told('57P01', 'FATAL'))],
    ['the connection ended in a transaction', new QueryRunnerAlreadyReleasedError()],
    ['somebody tells more of it', wrapped(failed(new Error('Connection terminated unexpectedly')))],
  ])('where %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['it refused a statement', failed(told('23505'))],
    ['a statement took too long', failed(told('57014'))],
    ['its answer cannot be read', failed(new UnreadableAnswer('no'))],
    ['somebody tells more of that', wrapped(failed(told('23505')))],
    ['another is away, of whom it is told', new TypeError('fetch failed', { cause: coded('ECONNREFUSED') })],
    ['a line is wrong', new TypeError('x is not a function')],
    ['something else was thrown', 'no'],
  ])('not where %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});

it('does not know whether a statement was committed whose answer cannot be read', () => {
  expect(isOutcomeUnknown(failed(new UnreadableAnswer('no')))).toBe(true);
});
