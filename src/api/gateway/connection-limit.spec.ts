import { setImmediate as moment } from 'node:timers/promises';

import type { RedisScripts } from '@parley/realtime/hub';

import type { Config } from '../../platform/config/config.js';
import { SharedRedis } from '../../platform/redis/shared-redis.js';
import { DatabaseHistory } from '../../platform/database/history/database-history.js';
import { ConnectionLimit } from './connection-limit.js';
import { OpenSockets } from './open-sockets.js';
import type { OpenSocket } from './open-sockets.js';

const MOST = 2;
const SECOND_MS = 1_000;
const STEP_MS = 50;

/** The arguments of each script: for each user the id, the open sockets and the pending handshakes. */
let synced: number[][];
let sockets: OpenSockets;
let limit: ConnectionLimit;
let answers: 'at once' | 'never';

const others = 4;

/** A Redis in which no other node has connections. */
const redis: RedisScripts = {
  isReady: true,
  eval: (_script, given) => {
    const users = given.arguments.slice(others).map(Number);
    synced.push(users);
    const admitted = users.flatMap((open, at) => (at % 3 === 1 ? Math.min(MOST - open, users[at + 1]!) : []));
    return answers === 'never' ? new Promise(() => undefined) : Promise.resolve([1, admitted]);
  },
};

const startWith = (shared: SharedRedis): void => {
  sockets = new OpenSockets(new DatabaseHistory());
  const config = { sockets: { perUser: MOST } } as Config;
  limit = new ConnectionLimit(config, shared, sockets, 'here');
  limit.onApplicationBootstrap();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  [synced, answers] = [[], 'at once'];
  startWith(new SharedRedis({ scripts: redis, prefix: 'parley:test' }));
});
afterEach(async () => {
  answers = 'at once';
  await limit.onApplicationShutdown();
  vi.useRealTimers();
});

/** Advances the time in steps, and runs due work between them. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed <= milliseconds; passed += STEP_MS) {
    await moment();
    await moment();
    vi.advanceTimersByTime(STEP_MS);
  }
  await moment();
  await moment();
}

/** @returns whether it was admitted */
async function opens(userId: number): Promise<boolean> {
  const admitted = await limit.admit(userId);
  if (!admitted) return false;
  sockets.add({ userId, connection: { isOpen: true } } as OpenSocket);
  limit.settled(userId, true);
  return true;
}

describe('the limit of connections', () => {
  it('checks concurrent handshakes with one request to Redis', async () => {
    const users = Array.from({ length: 1_000 }, (_, at) => at);
    const admitted = await Promise.all([...users, ...users, ...users].map((userId) => opens(userId)));
    expect(admitted.filter(Boolean)).toHaveLength(MOST * users.length);
    expect(synced.filter(({ length }) => length > 0).length).toBeLessThanOrEqual(2);
  });

  it('renews the lease of the node in one step, independent of the number of connections', async () => {
    await Promise.all(Array.from({ length: 10_000 }, (_, userId) => opens(userId)));
    synced = [];
    await pass(60 * SECOND_MS);
    expect(synced.length).toBeGreaterThanOrEqual(20);
    expect(synced.length).toBeLessThanOrEqual(30);
    expect(synced.flat()).toEqual([]);
  });

  it('releases the reservation of a handshake that never opens', async () => {
    await expect(limit.admit(7)).resolves.toBe(true);
    await expect(limit.admit(7)).resolves.toBe(true);
    await expect(limit.admit(7)).resolves.toBe(false);
    limit.settled(7, false);
    await pass(SECOND_MS);
    expect(synced.at(-1)).toEqual([7, 1, 0]);
    await expect(limit.admit(7)).resolves.toBe(true);
  });

  it('falls back to the connections of this node if Redis does not answer, after one timeout', async () => {
    await opens(7);
    answers = 'never';
    const tries = [limit.admit(7), limit.admit(7)];
    await pass(SECOND_MS);
    await expect(Promise.all(tries)).resolves.toEqual([true, false]);
    await expect(limit.admit(8)).resolves.toBe(true);
  });

  it('counts in memory without Redis', async () => {
    startWith(new SharedRedis(undefined));
    await expect(Promise.all([opens(7), opens(7), opens(7)])).resolves.toEqual([true, true, false]);
    await pass(10 * SECOND_MS);
    expect(synced.flat()).toEqual([]);
  });
});
