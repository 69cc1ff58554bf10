import { Refusal } from '@parley/protocol';
import fc from 'fast-check';

import { decoded, encoded } from './room-list.cursor.js';

const NOW = 1_790_000_000_000;
const ROOM = '018f0000-0000-7000-8000-000000000001';
const cursor = {
  began: { at: NOW * 1_000, next: 700, underWay: [690, 698] },
  activity: NOW * 1_000 - 1,
  roomId: ROOM,
};
const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the cursor of room.list', () => {
  it('decodes to the value that was encoded', () => {
    expect(decoded(encoded(cursor), NOW)).toEqual(cursor);
  });

  it('expires after an hour', () => {
    expect(decoded(encoded(cursor), NOW + 3_600_000)).toEqual(cursor);
    expect(() => decoded(encoded(cursor), NOW + 3_600_001)).toThrow(Refusal);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['invalid base64', '%%%'],
    ['invalid JSON', Buffer.from('room').toString('base64url')],
    ['padding', Buffer.from(encoded(cursor), 'base64url').toString('base64')],
    ['trailing characters', `${encoded(cursor)}AA`],
    ['null', text(null)],
    ['an object', text({ ...cursor })],
    ['too few parts', text([NOW, 700, [], NOW])],
    ['too many parts', text([NOW * 1_000, 700, [], NOW, ROOM, 1])],
    ['a time that is a string', text(['x', 700, [], NOW, ROOM])],
    ['a time that is a fraction', text([NOW * 1_000, 700, [], 1.5, ROOM])],
    ['a time that is not a safe integer', text([NOW * 1_000, 700, [], 2 ** 53, ROOM])],
    ['a negative time', text([NOW * 1_000, 700, [], -1, ROOM])],
    ['a transaction above 32 bits', text([NOW * 1_000, 2 ** 32, [], NOW, ROOM])],
    ['transactions that are not an array', text([NOW * 1_000, 700, 690, NOW, ROOM])],
    ['transactions that are not numbers', text([NOW * 1_000, 700, ['690'], NOW, ROOM])],
    ['a room that is not a UUID', text([NOW * 1_000, 700, [], NOW, 'room'])],
    ['a room that is an array', text([NOW * 1_000, 700, [], NOW, [ROOM]])],
  ])('is rejected if it contains %s', (_, wrong) => {
    const refusal = expect.objectContaining({ code: 4003, detail: { cursor: [expect.any(String)] } }) as Refusal;
    expect(() => decoded(wrong, NOW)).toThrow(refusal);
  });

  it('is rejected with a Refusal for any other input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => Buffer.from(json).toString('base64url')),
        ),
        (any) => {
          expect(() => decoded(any, NOW)).toThrow(Refusal);
        },
      ),
    );
  });
});
