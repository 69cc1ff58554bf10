import { Refusal } from '@parley/protocol';
import fc from 'fast-check';

import { decoded, encoded } from './member-list.cursor.js';

const ROOM = '018f0000-0000-7000-8000-000000000001';
const OTHER = '018f0000-0000-7000-8000-000000000002';
const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the cursor of a list of a room', () => {
  it('decodes to the end of the page before, for any length of the sort key', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.array(fc.maxSafeNat(), { minLength: 1, maxLength: 3 }), (roomId, last) => {
        expect(decoded(encoded({ roomId, last }), roomId, last.length)).toEqual(last);
      }),
    );
  });

  it.each<[string, string]>([
    ['an empty text', ''],
    ['text that is not base64', '%%%'],
    ['text that is not JSON', Buffer.from('room').toString('base64url')],
    ['null', text(null)],
    ['an object', text({ roomId: ROOM, last: [7, 1] })],
    ['trailing characters', `${encoded({ roomId: ROOM, last: [7, 1] })}AA`],
    ['padding', Buffer.from(JSON.stringify([ROOM, 7, 1])).toString('base64')],
    ['another room', encoded({ roomId: OTHER, last: [7, 1] })],
    ['a position in another list', encoded({ roomId: ROOM, last: [7] })],
    ['too many parts', encoded({ roomId: ROOM, last: [7, 1, 1] })],
    ['a string in place of a number', text([ROOM, '7', 1])],
    ['a fraction', text([ROOM, 7.5, 1])],
    ['a negative number', text([ROOM, -1, 1])],
    ['a number that is not a safe integer', text([ROOM, 2 ** 53, 1])],
  ])('is refused with %s', (_, wrong) => {
    const refusal = expect.objectContaining({ code: 4003, detail: { cursor: [expect.any(String)] } }) as Refusal;
    expect(() => decoded(wrong, ROOM, 2)).toThrow(refusal);
  });

  it('is refused with 4003 for any text that is not a cursor', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => Buffer.from(json).toString('base64url')),
        ),
        (any) => {
          expect(() => decoded(any, ROOM, 2)).toThrow(Refusal);
        },
      ),
    );
  });
});
