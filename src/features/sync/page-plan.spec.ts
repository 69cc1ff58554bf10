import type { SyncedRoom } from '@parley/protocol';
import fc from 'fast-check';

import {
  cutBefore,
  fittingParts,
  includesRoom,
  isComplete,
  numbersOf,
  partsBefore,
  planned,
  roomsOfNextPage,
  syncedRanges,
} from './page-plan.js';
import type { RoomPart, RoomSyncState } from './page-plan.js';

const room = (roomId: string, lastSeq: number, more: Partial<RoomSyncState> = {}): RoomSyncState => ({
  roomId,
  lastSeq,
  changeSeq: 1,
  historySeq: 0,
  members: 2,
  ...more,
});
const at = (positions: Record<string, number>): Map<string, number> => new Map(Object.entries(positions));
const inShort = ({ roomId, after, upTo }: RoomPart): string => `${roomId} ${String(after ?? 'anew')}-${String(upTo)}`;

describe('the content of a sync page', () => {
  it('contains the rooms that fit, in their order, by the sequence numbers that the client misses', () => {
    const rooms = [room('a', 120), room('b', 300), room('c', 7)];
    expect(planned(rooms, at({ a: 20, b: 100, c: 7 })).map(inShort)).toEqual(['a 20-120', 'b 100-200']);
    expect(planned(rooms, at({ a: 120, b: 299, c: 0 })).map(inShort)).toEqual(['a 120-120', 'b 299-300', 'c 0-7']);
    expect(planned(rooms, at({ a: 20, b: 200, c: 0 })).map(inShort)).toEqual(['a 20-120', 'b 200-300']);
  });

  it('contains only as many new rooms as their newest messages fit', () => {
    const rooms = ['a', 'b', 'c', 'd', 'e'].map((id) => room(id, 1_000_000));
    expect(planned(rooms, at({})).map(inShort)).toEqual(['a', 'b', 'c', 'd'].map((id) => `${id} anew-1000000`));
    const short = Array.from({ length: 50 }, (_, index) => room(String(index).padStart(2, '0'), 4));
    expect(planned(short, at({}))).toHaveLength(50);
  });

  it('is limited by the number of listed members, unless it contains a single room', () => {
    const rooms = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => room(id, 5, { members: 1_000 }));
    expect(planned(rooms, at({ a: 5, b: 5, c: 5, d: 5, e: 5, f: 5 }))).toHaveLength(2);
    expect(planned(rooms, at({}))).toHaveLength(1);
    expect(planned([room('a', 5, { members: 10_000 }), room('b', 5)], at({}))).toHaveLength(1);
  });

  it('ends before the room whose bytes or newest messages do not fit, unless it is the first', () => {
    const parts = planned(
      ['a', 'b', 'c'].map((id) => room(id, 5)),
      at({}),
    );
    const fitting = (exceeded: string | undefined, bytes: Record<string, number>): string[] =>
      fittingParts(parts, exceeded, ({ roomId }) => bytes[roomId] ?? 0, 100).map(({ roomId }) => roomId);
    expect(fitting(undefined, { a: 50, b: 50 })).toEqual(['a', 'b', 'c']);
    expect(fitting(undefined, { a: 50, b: 50, c: 1 })).toEqual(['a', 'b']);
    expect(fitting(undefined, { a: 101 })).toEqual(['a']);
    expect(fitting('c', {})).toEqual(['a', 'b']);
    expect(fitting('c', { a: 50, b: 51 })).toEqual(['a']);
    expect(fitting('a', {})).toEqual(['a']);
  });

  it('ends before the room of a large change, or after it if it is the first', () => {
    const parts = planned(
      ['a', 'b', 'c'].map((id) => room(id, 5)),
      at({ a: 0, b: 0, c: 0 }),
    );
    const until = (large: string | undefined): string[] =>
      partsBefore(parts, ({ roomId }) => roomId === large).map(({ roomId }) => roomId);
    expect([until(undefined), until('a'), until('c')]).toEqual([['a', 'b', 'c'], ['a'], ['a', 'b']]);
  });

  it('resets a room if the client is too far behind, or ahead', () => {
    const rooms = [room('a', 1_001), room('b', 1_001), room('c', 1_001)];
    const parts = [0, 1, 1_002].flatMap((position, index) =>
      planned([rooms[index]!], at({ [rooms[index]!.roomId]: position })),
    );
    expect(parts.map(({ lost }) => lost)).toEqual([true, false, true]);
    expect(parts.map(inShort)).toEqual(['a anew-1001', 'b 1-201', 'c anew-1001']);
  });

  it('resets a room that the user has deleted and returned to, if the client still has earlier messages', () => {
    const rooms = [room('a', 20, { historySeq: 10 })];
    expect([9, 10, 11].map((position) => planned(rooms, at({ a: position }))[0]!.lost)).toEqual([true, false, false]);
    expect(planned(rooms, at({})).map(({ lost }) => lost)).toEqual([false]);
  });

  it('contains the data of a room on the page with the sequence number of their change', () => {
    const rooms = [room('a', 300, { changeSeq: 250 })];
    expect(planned(rooms, at({ a: 10 })).map(includesRoom)).toEqual([false]);
    expect(planned(rooms, at({ a: 210 })).map(includesRoom)).toEqual([true]);
    expect(planned(rooms, at({ a: 250 })).map(includesRoom)).toEqual([false]);
    expect(planned(rooms, at({})).map(includesRoom)).toEqual([true]);
  });

  it('ends before a sequence number whose messages do not fit', () => {
    const parts = planned([room('a', 5), room('b', 9), room('c', 3)], at({ a: 1, b: 2, c: 3 }));
    expect(cutBefore('b', 7, parts).map(inShort)).toEqual(['a 1-5', 'b 2-6']);
    expect(cutBefore('b', 7, parts).map(isComplete)).toEqual([true, false]);
  });
});

describe('the pages of a sync', () => {
  const states = fc
    .array(fc.record({ lastSeq: fc.integer({ min: 1, max: 1_500 }), members: fc.integer({ min: 1, max: 1_000 }) }), {
      maxLength: 30,
    })
    .map((rooms) => rooms.map((each, index) => room(String(index).padStart(2, '0'), each.lastSeq, each)));

  it('contain every sequence number that the client misses once and in order', () => {
    fc.assert(
      fc.property(states, fc.array(fc.nat(1_500), { minLength: 30, maxLength: 30 }), (rooms, seqs) => {
        const positions = new Map(rooms.map(({ roomId }, index) => [roomId, seqs[index]!]));
        const included = new Map<string, number[]>();
        for (let left = rooms; left.length > 0;) {
          const parts = planned(left, positions);
          expect(parts.flatMap(numbersOf).length).toBeLessThanOrEqual(200);
          for (const part of parts) {
            included.set(part.roomId, [...(included.get(part.roomId) ?? []), ...numbersOf(part)]);
            positions.set(part.roomId, part.upTo);
          }
          left = left.slice(parts.filter(isComplete).length);
        }
        for (const [index, { roomId, lastSeq }] of rooms.entries()) {
          const behind = lastSeq - seqs[index]!;
          const expected =
            behind < 0 || behind > 1_000 ? [] : Array.from({ length: behind }, (_, n) => seqs[index]! + 1 + n);
          expect([roomId, included.get(roomId)]).toEqual([roomId, expected]);
        }
      }),
    );
  });
});

const part = (after: number | undefined, upTo: number): RoomPart => ({
  roomId: 'a',
  lastSeq: upTo,
  changeSeq: 1,
  historySeq: 0,
  members: 2,
  after,
  upTo,
  lost: false,
});
const synced = (seqs: readonly number[], reset = false): SyncedRoom =>
  ({ room_id: 'a', reset, messages: seqs.map((seq) => ({ seq })) }) as unknown as SyncedRoom;
const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);
const ranges = (one: RoomPart, as: SyncedRoom): string[] =>
  syncedRanges([one], [as]).map(
    ({ after_seq, up_to_seq, reset }) => `${String(after_seq)}-${String(up_to_seq)} ${String(reset)}`,
  );

describe('the record of a sync page', () => {
  it("has the range between the client's old and new position", () => {
    expect(ranges(part(10, 40), synced([11, 40]))).toEqual(['10-40 false']);
    expect(ranges(part(10, 40), synced([]))).toEqual(['10-40 false']);
  });

  it('omits a room without changes', () => expect(ranges(part(40, 40), synced([]))).toEqual([]));

  it('starts at the oldest message of the page for a new or reset room', () => {
    expect(ranges(part(undefined, 90), synced(numbers(41, 50), true))).toEqual(['40-90 true']);
    expect(ranges(part(undefined, 9), synced([5, 9]))).toEqual(['0-9 false']);
    expect(ranges(part(undefined, 1), synced([]))).toEqual(['0-1 false']);
  });
});

describe('the rooms that are read for the next page', () => {
  it('are few after a page that a few rooms filled, and soon all again', () => {
    expect(roomsOfNextPage(200, 4)).toBe(8);
    expect([8, 16, 32, 64, 128].map((full) => roomsOfNextPage(full, full))).toEqual([16, 32, 64, 128, 200]);
    expect(roomsOfNextPage(200, 200)).toBe(200);
  });
});
