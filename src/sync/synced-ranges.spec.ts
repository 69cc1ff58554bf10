import type { SyncedRoom } from '@parley/protocol';

import type { RoomPart } from './page-plan.js';
import { syncedRanges } from './synced-ranges.js';

const part = (after: number | undefined, upTo: number): RoomPart => ({
  ...{ roomId: 'a', lastSeq: upTo, changeSeq: 1, members: 2 },
  ...{ after, upTo, lost: false },
});
const room = (seqs: readonly number[], reset = false): SyncedRoom =>
  ({ room_id: 'a', reset, messages: seqs.map((seq) => ({ seq })) }) as unknown as SyncedRoom;
const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);
const ranges = (one: RoomPart, as: SyncedRoom): string[] =>
  syncedRanges([one], [as]).map(
    ({ after_seq, up_to_seq, reset }) => `${String(after_seq)}-${String(up_to_seq)} ${String(reset)}`,
  );

describe('the record of a sync page', () => {
  it("has the range between the client's old and new position", () => {
    expect(ranges(part(10, 40), room([11, 40]))).toEqual(['10-40 false']);
    expect(ranges(part(10, 40), room([]))).toEqual(['10-40 false']);
  });

  it('omits a room without changes', () => {
    expect(ranges(part(40, 40), room([]))).toEqual([]);
  });

  it('starts at the oldest message of the page for a new or reset room', () => {
    expect(ranges(part(undefined, 90), room(numbers(41, 50), true))).toEqual(['40-90 true']);
    expect(ranges(part(undefined, 9), room([5, 9]))).toEqual(['0-9 false']);
    expect(ranges(part(undefined, 1), room([]))).toEqual(['0-1 false']);
  });
});
