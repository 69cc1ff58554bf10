import { showLanguage } from '../languages/translate.js';
import { fieldTime, fieldValue, sendTimes, timeError } from './send-times.js';

beforeAll(() => showLanguage('en'));

const offered = (now: Date): readonly unknown[] =>
  sendTimes(now, 'en-GB').map(({ label, time }) => [label, fieldValue(time)]);

describe('the times at which a message may be sent', () => {
  it('are in an hour, this evening, tomorrow and on Monday', () => {
    expect(offered(new Date(2026, 11, 30, 11, 15))).toEqual([
      ['In 1 hour', '2026-12-30T12:15'],
      ['This evening at 18:00', '2026-12-30T18:00'],
      ['Tomorrow morning at 09:00', '2026-12-31T09:00'],
      ['Monday morning at 09:00', '2027-01-04T09:00'],
    ]);
  });

  it('have no evening that is past, and name Monday once', () => {
    expect(offered(new Date(2027, 0, 3, 17, 30))).toEqual([
      ['In 1 hour', '2027-01-03T18:30'],
      ['Tomorrow morning at 09:00', '2027-01-04T09:00'],
    ]);
    expect(offered(new Date(2027, 0, 4, 20, 0)).at(-1)).toEqual(['Monday morning at 09:00', '2027-01-11T09:00']);
  });

  it.each([
    ['no time', null, 'Choose a day and a time.'],
    ['a time in less than a minute', new Date(2026, 0, 1, 12, 0, 59), 'Choose a time that is at least a minute ahead.'],
    ['a time in a minute', new Date(2026, 0, 1, 12, 1), undefined],
    ['a time in a year', new Date(2027, 0, 1, 12, 0), undefined],
    ['a later time', new Date(2027, 0, 1, 12, 1), 'Choose a time within the next year.'],
  ])('are checked: %s', (_, time, error) => expect(timeError(time, new Date(2026, 0, 1, 12, 0))).toBe(error));

  it('are read from a field as they were written to it', () => {
    const time = new Date(2026, 6, 1, 7, 5);
    expect([fieldTime(fieldValue(time)), fieldTime('')]).toEqual([time, null]);
  });
});
