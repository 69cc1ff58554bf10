import { firstOf, LogRecord, reasonOf } from './log-record.js';

it('the reason of an error is its message, or the thrown value', () => {
  expect(reasonOf(new Error('no'))).toBe('no');
  expect(reasonOf('no')).toBe('no');
  expect(reasonOf(new AggregateError([], 'none'))).toBe('none');
});

it('the reason of an aggregate error without a message is that of its first error', () => {
  const [first, second] = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
  const thrown = new AggregateError([first, second]);
  expect(firstOf(thrown)).toBe(first);
  expect(reasonOf(thrown)).toBe('connect ECONNREFUSED ::1:5432');
  expect(LogRecord.fromError(thrown, {}, 'Away').text).toBe('Away: Error: connect ECONNREFUSED ::1:5432');
});
