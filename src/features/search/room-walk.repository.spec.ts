import { QueryFailedError } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { RoomWalk } from './room-walk.repository.js';
import type { Search } from './search-statement.js';

const LAST = 100_000;
const LIMIT = 3;
const STEP_MS = 40;
const search: Search = {
  words: [{ part: 'the', whole: ' the ' }],
  filters: { fromUserId: undefined, since: undefined, until: undefined, has: new Set() },
  roomId: 'room',
  after: undefined,
  limit: LIMIT,
};

/** A room in which every so many messages match. Each step takes some time. */
const walk = (every: number, steps: number[] = [], stepMs = STEP_MS): RoomWalk => {
  const query = (_: string, [, below, , most]: number[]): Promise<unknown[]> => {
    vi.advanceTimersByTime(stepMs);
    steps.push(most!);
    const seqs = Array.from({ length: Math.min(most!, below! - 1) }, (_seq, at) => below! - 1 - at);
    const found = seqs.filter((seq) => seq % every === 0);
    return Promise.resolve([{ walked: seqs.length, lowest: seqs.at(-1) ?? null, ids: found.map(String), seqs: found }]);
  };
  const room = { room_id: 'room', history_seq: 0, last_seq: LAST };
  return RoomWalk.of({ query } as unknown as EntityManager, room, search, 1);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a walk through a room', () => {
  it('finds the newest matches, and goes on below the last one that is shown', async () => {
    const { found, next } = await walk(10).page();
    expect([found.map(({ seq }) => seq), next]).toEqual([[LAST, LAST - 10, LAST - 20], LAST - 20]);
    expect((await walk(10).page(next)).found[0]).toEqual({ id: String(LAST - 30), seq: LAST - 30 });
  });

  it('takes longer steps while they are short, and shorter ones otherwise', async () => {
    const steps: number[] = [];
    await walk(LAST, steps).page(LAST);
    expect(steps.slice(0, 4)).toEqual([200, 400, 800, 1_600]);
    const slow: number[] = [];
    await walk(LAST, slow, 300).page(LAST);
    expect(slow).toEqual([200, 100, 50, 25]);
  });

  it('ends with its time, and goes on where it has ended', async () => {
    const { found, next } = await walk(LAST, [], 300).page(LAST);
    expect([found, next]).toEqual([[], LAST - 200 - 100 - 50 - 25]);
  });

  it('ends at the first message of the room', async () => {
    expect(await walk(100).page(150)).toEqual({ found: [{ id: '100', seq: 100 }], next: undefined });
  });

  it('ends before a step that takes too long, unless that is the first', async () => {
    const failure = new QueryFailedError('', [], Object.assign(new Error('slow'), { code: '57014' }));
    const room = { room_id: 'room', history_seq: 0, last_seq: LAST };
    const row = { walked: 200, lowest: LAST - 200, ids: [], seqs: [] };
    const query = vi.fn().mockResolvedValueOnce([row]).mockRejectedValue(failure);
    const slow = RoomWalk.of({ query } as unknown as EntityManager, room, search, 1);
    await expect(slow.page()).resolves.toEqual({ found: [], next: LAST - 200 });
    await expect(slow.page()).rejects.toBe(failure);
  });

  it('is shorter than reading all matches if there are many', async () => {
    await expect(walk(2).isShorter()).resolves.toBe(true);
    await expect(walk(100).isShorter()).resolves.toBe(false);
  });
});
