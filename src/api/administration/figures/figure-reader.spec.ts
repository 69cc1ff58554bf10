import { Counter, Gauge, Histogram } from 'prom-client';

import type { SocketTokenRegistry } from '../../../features/auth/sockets/socket-token-registry.js';
import { backlogGauge } from '../../../platform/metrics/backlog-gauge.js';
import { MetricsRegistry } from '../../../platform/metrics/metrics.module.js';
import { SharedRedis } from '../../../platform/redis/shared-redis.js';
import { FigureReader } from './figure-reader.js';

let registry: MetricsRegistry;
let reader: FigureReader;

const sockets = { userIds: () => new Set([1, 2, 3]) } as unknown as SocketTokenRegistry;

beforeEach(() => {
  registry = new MetricsRegistry();
  reader = new FigureReader(registry, sockets, new SharedRedis(undefined));
});
afterEach(() => reader.onApplicationShutdown());

const metric = (name: string, ...labelNames: string[]) => ({ name, help: 'x', labelNames, registers: [registry] });

/** Blocks the event loop of this process. */
const blocks = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('the figures of a node', () => {
  it('are null where the process has no such metric', async () => {
    expect(await reader.read(true)).toMatchObject({ connections: null, redis_up: null, redis_seconds: null, users: 3 });
  });

  it('are the values of gauges, of all labels or of one', async () => {
    new Gauge(metric('parley_connections')).set(7);
    const states = new Gauge(metric('parley_database_connections', 'state'));
    states.set({ state: 'busy' }, 2);
    states.set({ state: 'idle' }, 5);
    expect(await reader.read(false)).toMatchObject({ connections: 7, database_busy: 2 });
  });

  it('are the increases of counters and histograms', async () => {
    const events = new Counter(metric('parley_events_total', 'event', 'outcome'));
    const sizes = new Histogram(metric('parley_group_size'));
    const sends = new Histogram(metric('parley_send_to_commit_seconds'));
    const count = (): void => {
      events.inc({ event: 'one', outcome: 'ok' }, 3);
      events.inc({ event: 'two', outcome: 'refused' });
      sizes.observe(40);
      sizes.observe(2);
      sends.observe(0.5);
    };
    count();
    await reader.read(false);
    count();
    count();
    const increases = { events: 8, events_refused: 2, events_failed: 0, frames: 84, messages: 2 };
    expect(await reader.read(false)).toMatchObject(increases);
    expect(await reader.read(false)).toMatchObject({ events: 0, events_refused: 0, frames: 0, messages: 0 });
  });

  it('are counted for the whole deployment only on request', async () => {
    let counts = 0;
    backlogGauge(registry, 'parley_push_pending', 'x', () => Promise.resolve((counts += 1)));
    expect((await reader.read(false)).pushes_pending).toBeNull();
    expect(counts).toBe(0);
    expect((await reader.read(true)).pushes_pending).toBe(1);
  });

  it('have the time of an answer of Redis, and none if it does not answer', async () => {
    let answers = true;
    const scripts = {
      isReady: true,
      eval: () => (answers ? Promise.resolve(1) : Promise.reject(new Error('no connection'))),
    };
    const shared = new SharedRedis({ scripts, prefix: 'x' });
    const withRedis = new FigureReader(registry, sockets, shared);
    expect((await withRedis.read(false)).redis_seconds).toBeGreaterThanOrEqual(0);
    answers = false;
    expect((await withRedis.read(false)).redis_seconds).toBeNull();
  });

  it('have the delay of the event loop since the last sample', async () => {
    reader.start();
    const stalls = setInterval(() => blocks(400), 250);
    const pauses = { interval: 2_000, timeout: 30_000 };
    await vi
      .waitFor(async () => {
        expect((await reader.read(false)).event_loop_seconds).toBeGreaterThan(0.2);
      }, pauses)
      .finally(() => clearInterval(stalls));
  });
});
