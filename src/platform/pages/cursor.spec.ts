import { Refusal } from '@parley/protocol';
import fc from 'fast-check';

import { cursorOf, isCount, isInteger, isListOf, isText, isUuid } from './cursor.js';

const ROOM = '018f0000-0000-7000-8000-000000000001';
const OTHER = '018f0000-0000-7000-8000-000000000002';
const textOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const members = cursorOf<{ roomId: string; joinedSeq: number; userId: number }>({
  roomId: isUuid,
  joinedSeq: isCount,
  userId: isCount,
});
const place = { roomId: ROOM, joinedSeq: 7, userId: 1 };

describe('a cursor', () => {
  it('has the parts of its place in the declared order', () => {
    expect(members.encode({ userId: 1, joinedSeq: 7, roomId: ROOM })).toBe(textOf([ROOM, 7, 1]));
  });

  it('decodes to the place that was encoded', () => {
    const all = cursorOf<{ text: string; number: number; ids: readonly string[] }>({
      text: isText,
      number: isInteger,
      ids: isListOf(isUuid, 3),
    });
    const anyText = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\u0000') && text.isWellFormed());
    fc.assert(
      fc.property(anyText, fc.maxSafeInteger(), fc.array(fc.uuid(), { maxLength: 3 }), (text, number, ids) => {
        // JSON has no negative zero.
        const any = { text, number: number + 0, ids };
        expect(all.decode(all.encode(any))).toEqual(any);
      }),
    );
  });

  it('is null after the last page, and no place before the first', () => {
    expect(members.next(undefined)).toBeNull();
    expect(members.decode(null)).toBeUndefined();
    expect(members.decode(undefined)).toBeUndefined();
  });

  it.each<[string, string]>([
    ['an empty text', ''],
    ['text that is not base64', '%%%'],
    ['text that is not JSON', Buffer.from('room').toString('base64url')],
    ['null', textOf(null)],
    ['an object', textOf(place)],
    ['trailing characters', `${members.encode(place)}AA`],
    ['padding', Buffer.from(JSON.stringify([ROOM, 7, 1])).toString('base64')],
    ['another room', members.encode({ ...place, roomId: OTHER })],
    ['a place of another list', textOf([ROOM, 7])],
    ['too many parts', textOf([ROOM, 7, 1, 1])],
    ['a string in place of a number', textOf([ROOM, '7', 1])],
    ['a fraction', textOf([ROOM, 7.5, 1])],
    ['a negative number', textOf([ROOM, -1, 1])],
    ['a number that is not a safe integer', textOf([ROOM, 2 ** 53, 1])],
  ])('is refused with %s', (_, wrong) => {
    const refusal = expect.objectContaining({ code: 4003, detail: { cursor: [expect.any(String)] } }) as Refusal;
    expect(() => members.decode(wrong, { roomId: ROOM })).toThrow(refusal);
  });

  it('is refused with NUL in a text, and with too many items in a list', () => {
    expect(() => cursorOf<{ name: string }>({ name: isText }).decode(textOf(['a\u0000']))).toThrow(Refusal);
    expect(() =>
      cursorOf<{ ids: readonly string[] }>({ ids: isListOf(isUuid, 1) }).decode(textOf([[ROOM, OTHER]])),
    ).toThrow(Refusal);
  });

  it('is refused as the parameter of its list', () => {
    const search = cursorOf<{ below: string }>({ below: isUuid }, { before: 'Must be the next_before of a page.' });
    expect(() => search.decode('x')).toThrow(
      expect.objectContaining({ code: 4003, detail: { before: ['Must be the next_before of a page.'] } }) as Error,
    );
  });

  it('is refused with 4003 for any text that is not a cursor', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => Buffer.from(json).toString('base64url')),
        ),
        (any) => {
          expect(() => members.decode(any)).toThrow(Refusal);
        },
      ),
    );
  });
});
