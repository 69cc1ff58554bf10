import type { ServerEvent } from '@parley/protocol';
import type { MockInstance } from 'vitest';

import type { Leaderships, UnitOfWork, Work } from '../database/index.js';
import { MetricsRegistry } from '../metrics/index.js';
import type { FeedFollowersRepository } from './feed-followers.repository.js';
import type { FeedNewsReader } from './feed-news-reader.js';
import type { FeedPart, FeedPartsRepository } from './feed-parts.repository.js';
import { FeedReader } from './feed-reader.js';
import type { FeedNews } from './follower.js';

const WORK = { manager: {} } as Work;

/** The tables, and what the leading process has consumed of them. */
let waiting: FeedPart[];
let aside: FeedPart[];
let following: string[];
let heard: number[];
/** Sequence numbers at which the consumer throws. */
let poison: number[];
let reader: FeedReader;
let registry: MetricsRegistry;
let warn: MockInstance<(message: string) => void>;

const part = (id: number, numbers = 1): FeedPart => ({ id, roomId: 'a', after: id - numbers, upTo: id, ended: false });
const newsOf = ({ roomId, upTo }: FeedPart): FeedNews => ({ roomId, seq: upTo, frame: {} as ServerEvent });

const tables: Partial<FeedPartsRepository> = {
  areDue: () => Promise.resolve(waiting.length > 0),
  pending: () => Promise.resolve(waiting.length + aside.length),
  due: (_, most) => Promise.resolve(waiting.slice(0, most)),
  take: (_, parts) => {
    waiting = waiting.filter((each) => !parts.includes(each));
    return Promise.resolve();
  },
  setAside: (_, parts) => {
    aside.push(...parts);
    waiting = waiting.filter((each) => !parts.includes(each));
    return Promise.resolve();
  },
};

/** A failed transaction changes nothing. */
async function transaction(body: (work: Work) => Promise<void>): Promise<void> {
  const before = { waiting, heard: [...heard] };
  await body(WORK).catch((error: unknown) => {
    ({ waiting, heard } = before);
    throw error;
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  [waiting, aside, heard, poison, following] = [[], [], [], [], ['ear']];
  registry = new MetricsRegistry();
  reader = new FeedReader(
    tables as FeedPartsRepository,
    { names: () => Promise.resolve(following) } as Partial<FeedFollowersRepository> as FeedFollowersRepository,
    { in: (parts) => Promise.resolve(parts.map(newsOf)) } as Partial<FeedNewsReader> as FeedNewsReader,
    { run: transaction } as unknown as UnitOfWork,
    registry,
    {
      of: () => ({ connection: () => Promise.resolve({}), giveUp: () => Promise.resolve() }),
    } as unknown as Leaderships,
  );
  warn = vi.spyOn((reader as unknown as { log: { warn: (message: string) => void } }).log, 'warn');
  warn.mockImplementation(() => undefined);
  reader.handTo({
    name: 'ear',
    follow: (_, news) => {
      const bad = news.find(({ seq }) => poison.includes(seq));
      heard.push(...news.map(({ seq }) => seq));
      return bad ? Promise.reject(new Error(`cannot take ${String(bad.seq)}`)) : Promise.resolve();
    },
  });
  reader.onApplicationBootstrap();
});
afterEach(async () => {
  await reader.onApplicationShutdown();
  vi.useRealTimers();
});

const aSecond = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000);

describe('the reader of the outbox', () => {
  it('delivers a whole backlog to the consumers in order within a second', async () => {
    waiting = Array.from({ length: 1_234 }, (_, index) => part(index + 1));
    await aSecond();
    expect(heard).toEqual(Array.from({ length: 1_234 }, (_, index) => index + 1));
    expect(waiting).toEqual([]);
  });

  it('limits the sequence numbers of a batch, and reads a longer part alone', async () => {
    waiting = [part(5_000, 5_000), part(5_900, 900), part(6_000, 100), part(6_001)];
    await aSecond();
    expect(heard).toEqual([5_000, 5_900, 6_000, 6_001]);
  });

  it('postpones a part that a consumer cannot process, and logs it', async () => {
    [waiting, poison] = [[part(1), part(2), part(3)], [2]];
    await aSecond();
    expect([heard, waiting, aside]).toEqual([[1, 3], [], [part(2)]]);
    expect(warn.mock.calls).toEqual([
      ['Postponed parts of the outbox that cannot be processed, of the rooms a: Error: cannot take 2'],
    ]);
    await aSecond();
    expect(await registry.metrics()).toContain('parley_feed_pending 1');
  });

  it('waits while no part can be processed, logs it once, and continues afterwards', async () => {
    [waiting, poison] = [
      [part(1), part(2)],
      [1, 2],
    ];
    await aSecond();
    await aSecond();
    expect([heard, waiting, aside]).toEqual([[], [part(1), part(2)], []]);
    expect(warn.mock.calls).toEqual([['Cannot process the outbox: Error: cannot take 1']]);
    poison = [];
    await aSecond();
    expect([heard, waiting]).toEqual([[1, 2], []]);
  });

  it('starts no further part during the shutdown', async () => {
    waiting = [part(1), part(2), part(3)];
    const take = vi.spyOn(tables as FeedPartsRepository, 'take');
    take.mockImplementation(() => {
      if (take.mock.calls.length === 2) void reader.onApplicationShutdown();
      return Promise.reject(new Error('away'));
    });
    await aSecond();
    expect(take).toHaveBeenCalledTimes(2);
    expect([waiting, aside]).toEqual([[part(1), part(2), part(3)], []]);
    take.mockRestore();
  });

  it('leaves all parts to another process if a consumer is unknown', async () => {
    [waiting, following] = [[part(1)], ['ear', 'of a newer release']];
    await aSecond();
    expect([heard, waiting]).toEqual([[], [part(1)]]);
  });

  it('removes parts for which no consumer is left', async () => {
    [waiting, following] = [[part(1)], []];
    await aSecond();
    expect([heard, waiting]).toEqual([[], []]);
  });
});
