import type { ServerEvent } from '@parley/protocol';
import type { MockInstance } from 'vitest';

import { FakePulse } from '../../platform/database/pulse/database-pulse.fake.js';
import type { Leaderships } from '../../platform/database/leases/leadership.js';
import type { UnitOfWork, Work } from '../../platform/database/unit-of-work.js';
import { LogRecord } from '../../platform/logging/log-record.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import type { OutboxEntry, OutboxEntryReader } from './outbox-entry-reader.js';
import type { OutboxConsumersRepository, OutboxRange, OutboxRangesRepository } from './outbox.repository.js';
import { OutboxReader } from './outbox-reader.js';

const WORK = { manager: {} } as Work;

/** The tables, and what the leading process has consumed of them. */
let waiting: OutboxRange[];
let aside: OutboxRange[];
let consumerNames: string[];
let received: number[];
/** Sequence numbers at which the consumer throws. */
let poison: number[];
let reader: OutboxReader;
let pulse: FakePulse;
let registry: MetricsRegistry;
let warn: MockInstance<(message: string) => void>;

const part = (id: number, numbers = 1): OutboxRange => ({
  id,
  roomId: 'a',
  after: id - numbers,
  upTo: id,
  ended: false,
  externalId: null,
});
const newsOf = ({ roomId, upTo, externalId }: OutboxRange): OutboxEntry => ({
  roomId,
  seq: upTo,
  frame: {} as ServerEvent,
  externalId,
});

const tables: Partial<OutboxRangesRepository> = {
  pending: () => Promise.resolve(waiting.length + aside.length),
  due: (most) => Promise.resolve(waiting.slice(0, most)),
  take: (_, parts) => {
    waiting = waiting.filter((each) => !parts.includes(each));
    return Promise.resolve();
  },
  postpone: (_, parts) => {
    aside.push(...parts);
    waiting = waiting.filter((each) => !parts.includes(each));
    return Promise.resolve();
  },
};

/** A failed transaction changes nothing. */
async function transaction(body: (work: Work) => Promise<void>): Promise<void> {
  const before = { waiting, received: [...received] };
  await body(WORK).catch((error: unknown) => {
    ({ waiting, received } = before);
    throw error;
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  [waiting, aside, received, poison, consumerNames] = [[], [], [], [], ['ear']];
  registry = new MetricsRegistry();
  pulse = new FakePulse();
  reader = new OutboxReader(
    tables as OutboxRangesRepository,
    { names: () => Promise.resolve(consumerNames) } as Partial<OutboxConsumersRepository> as OutboxConsumersRepository,
    { read: (parts) => Promise.resolve(parts.map(newsOf)) } as Partial<OutboxEntryReader> as OutboxEntryReader,
    { transaction: transaction } as unknown as UnitOfWork,
    registry,
    {
      create: () => ({
        lead: () => Promise.resolve(true),
        hold: () => Promise.resolve(),
        giveUp: () => Promise.resolve(),
      }),
    } as unknown as Leaderships,
    pulse.asPulse,
  );
  warn = vi.spyOn((reader as unknown as { log: { warn: (message: string) => void } }).log, 'warn');
  warn.mockImplementation(() => undefined);
  reader.register({
    name: 'ear',
    consume: (_, news) => {
      const bad = news.find(({ seq }) => poison.includes(seq));
      received.push(...news.map(({ seq }) => seq));
      return bad ? Promise.reject(new Error(`cannot take ${String(bad.seq)}`)) : Promise.resolve();
    },
  });
  reader.onApplicationBootstrap();
});
afterEach(async () => {
  await reader.onApplicationShutdown();
  vi.useRealTimers();
});

async function aSecond(): Promise<void> {
  pulse.beat();
  await vi.advanceTimersByTimeAsync(1_000);
}

describe('the reader of the outbox', () => {
  it('delivers a whole backlog to the consumers in order within a second', async () => {
    waiting = Array.from({ length: 1_234 }, (_, index) => part(index + 1));
    await aSecond();
    expect(received).toEqual(Array.from({ length: 1_234 }, (_, index) => index + 1));
    expect(waiting).toEqual([]);
  });

  it('limits the sequence numbers of a batch, and reads a longer part alone', async () => {
    waiting = [part(5_000, 5_000), part(5_900, 900), part(6_000, 100), part(6_001)];
    await aSecond();
    expect(received).toEqual([5_000, 5_900, 6_000, 6_001]);
  });

  it('postpones a part that a consumer cannot process, and logs it', async () => {
    [waiting, poison] = [[part(1), part(2), part(3)], [2]];
    await aSecond();
    expect([received, waiting, aside]).toEqual([[1, 3], [], [part(2)]]);
    expect(warn.mock.calls).toEqual([
      [
        LogRecord.from('Postponed parts of the outbox that cannot be processed, of the rooms a: Error: cannot take 2', {
          rooms: 'a',
        }),
      ],
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
    expect([received, waiting, aside]).toEqual([[], [part(1), part(2)], []]);
    expect(warn.mock.calls).toEqual([['Cannot process the outbox: Error: cannot take 1']]);
    poison = [];
    await aSecond();
    expect([received, waiting]).toEqual([[1, 2], []]);
  });

  it('starts no further part during the shutdown', async () => {
    waiting = [part(1), part(2), part(3)];
    const take = vi.spyOn(tables as OutboxRangesRepository, 'take');
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
    [waiting, consumerNames] = [[part(1)], ['ear', 'of a newer release']];
    await aSecond();
    expect([received, waiting]).toEqual([[], [part(1)]]);
  });

  it('removes parts for which no consumer is left', async () => {
    [waiting, consumerNames] = [[part(1)], []];
    await aSecond();
    expect([received, waiting]).toEqual([[], []]);
  });
});
