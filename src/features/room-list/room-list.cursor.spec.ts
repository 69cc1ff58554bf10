import { Refusal } from '@parley/protocol';
import fc from 'fast-check';

import { decoded, encoded, LONGEST_CURSOR, nextCursor } from './room-list.cursor.js';
import type { ListedPosition, RoomListCursor } from './room-list.cursor.js';

const NOW = 1_790_000_000_000;
const ROOM = '018f0000-0000-7000-8000-000000000001';
const OTHER = '018f0000-0000-7000-8000-000000000002';
const cursor = {
  began: NOW * 1_000,
  recent: 60,
  seen: [OTHER],
  activity: NOW * 1_000 - 1,
  roomId: ROOM,
};
const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the cursor of room.list', () => {
  it('decodes to the value that was encoded', () => expect(decoded(encoded(cursor), NOW)).toEqual(cursor));

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
    ['too few parts', text([NOW, NOW, [], NOW])],
    ['too many parts', text([NOW * 1_000, NOW, [], NOW, ROOM, 1])],
    ['a time that is a string', text(['x', NOW, [], NOW, ROOM])],
    ['a time that is a fraction', text([NOW * 1_000, NOW, [], 1.5, ROOM])],
    ['a time that is not a safe integer', text([NOW * 1_000, NOW, [], 2 ** 53, ROOM])],
    ['a negative time', text([NOW * 1_000, -1, [], NOW, ROOM])],
    ['seen rooms that are not an array', text([NOW * 1_000, NOW, ROOM, NOW, ROOM])],
    ['seen rooms that are not UUIDs', text([NOW * 1_000, NOW, [690], NOW, ROOM])],
    ['too many seen rooms', text([NOW * 1_000, NOW, Array(251).fill(ROOM), NOW, ROOM])],
    ['a room that is not a UUID', text([NOW * 1_000, NOW, [], NOW, 'room'])],
    ['a room that is an array', text([NOW * 1_000, NOW, [], NOW, [ROOM]])],
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

/** A room with a number as its id. */
const idOf = (room: number): string => `018f0000-0000-7000-8000-${String(room).padStart(12, '0')}`;
const BEGAN = NOW * 1_000;
const MINUTE = 60_000_000;

interface TestRoom extends ListedPosition {
  /** The activity before a message that becomes visible after the first page; undefined: all is visible. */
  readonly before: number | undefined;
}

/** The rooms that the statement returns for a page. */
function pageOf(rooms: readonly TestRoom[], after: RoomListCursor | undefined, limit: number): ListedPosition[] {
  const isBelow = ({ activity, roomId }: ListedPosition): boolean =>
    activity < after!.activity || (activity === after!.activity && roomId < after!.roomId);
  const isNew = ({ activity, roomId }: ListedPosition): boolean =>
    activity > after!.recent && activity <= after!.began && !after!.seen.includes(roomId);
  return rooms
    .map(({ roomId, activity, before }) => ({ roomId, activity: after ? activity : (before ?? activity) }))
    .filter((room) => !after || isBelow(room) || isNew(room))
    .sort((one, other) => other.activity - one.activity || (other.roomId < one.roomId ? -1 : 1))
    .slice(0, limit);
}

describe('the pages of a list of rooms', () => {
  it('miss no room, although messages become visible after the first page, and repeat no other', () => {
    const activity = fc.integer({ min: BEGAN - 2 * MINUTE, max: BEGAN });
    const visibleLater = fc.tuple(fc.integer({ min: BEGAN - MINUTE + 1, max: BEGAN }), activity);
    const oneRoom = fc.oneof(
      activity.map((time) => ({ activity: time, before: undefined })),
      visibleLater.map(([time, before]) => ({ activity: time, before: Math.min(time, before) })),
    );
    fc.assert(
      fc.property(fc.array(oneRoom, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (times, limit) => {
        const rooms = times.map((time, at) => ({ ...time, roomId: idOf(at) }));
        const listed: string[] = [];
        for (let after: RoomListCursor | undefined; ;) {
          const page = pageOf(rooms, after, limit);
          if (page.length === 0) break;
          listed.push(...page.map(({ roomId }) => roomId));
          after = nextCursor(page, { began: BEGAN, before: after });
        }
        expect(new Set(listed)).toEqual(new Set(rooms.map(({ roomId }) => roomId)));
        const rises = ({ before }: TestRoom): boolean => before !== undefined && before <= BEGAN - MINUTE;
        const others = new Set(rooms.filter((room) => !rises(room)).map(({ roomId }) => roomId));
        const listedOthers = listed.filter((roomId) => others.has(roomId));
        expect(listedOthers).toHaveLength(others.size);
      }),
    );
  });

  it('have cursors of bounded size, and every room once if all are visible', () => {
    const rooms = Array.from({ length: 2_000 }, (_, at) => ({
      activity: BEGAN - at,
      before: undefined,
      roomId: idOf(at),
    }));
    const listed: string[] = [];
    for (let after: RoomListCursor | undefined; ;) {
      const page = pageOf(rooms, after, 90);
      if (page.length === 0) break;
      listed.push(...page.map(({ roomId }) => roomId));
      after = nextCursor(page, { began: BEGAN, before: after });
      expect(encoded(after).length).toBeLessThanOrEqual(LONGEST_CURSOR);
    }
    expect(listed).toEqual(rooms.map(({ roomId }) => roomId));
  });
});
