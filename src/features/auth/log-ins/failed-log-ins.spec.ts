import { setImmediate as moment } from 'node:timers/promises';

import { SharedRedis } from '../../../platform/redis/shared-redis.js';
import { FailedLogIns } from './failed-log-ins.js';
import type { WatchedKey } from './failed-log-ins.js';
import { LogInAttempts } from './log-in-attempts.js';
import type { Attempt } from './log-in-attempts.js';

let failed: FailedLogIns;
let tried: string[];
let atOnce: number;
let mostAtOnce: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  failed = new FailedLogIns(new LogInAttempts(new SharedRedis(undefined)));
  [tried, atOnce, mostAtOnce] = [[], 0, 0];
});
afterEach(() => {
  vi.useRealTimers();
});

const limited = (name: string, most = 3): WatchedKey => ({ name, most });

/** A log-in whose check takes a moment. */
const tries = (keys: string, holder: string | undefined): Promise<string | undefined> =>
  failed.watch(keysOf(keys), async () => {
    tried.push(keys);
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    await moment();
    atOnce -= 1;
    return holder;
  });

const keysOf = (keys: string): WatchedKey[] => keys.split(' from ').map((name) => limited(name));

const fails = (keys: string, times = 1): Promise<unknown[]> =>
  Promise.all(Array.from({ length: times }, () => tries(keys, undefined)));

const isTurnedAway = async (keys: string): Promise<void> => {
  const before = tried.length;
  await expect(tries(keys, 'right')).rejects.toMatchObject({ status: 429, response: { code: 'throttled' } });
  expect(tried).toHaveLength(before);
};

describe('the limit of failed log-ins', () => {
  it('refuses log-ins of each of its keys without a password check, once it is reached', async () => {
    await fails('alice from here', 3);
    await isTurnedAway('alice from here');
    await isTurnedAway('bob from here');
    await isTurnedAway('alice from elsewhere');
    await expect(tries('bob from elsewhere', 'right')).resolves.toBe('right');
  });

  it('makes nobody wait longer than a minute after the clock was put back', async () => {
    await fails('alice from here', 3);
    vi.setSystemTime(Date.now() - 7_200_000);
    await expect(tries('alice from here', 'right')).rejects.toMatchObject({ headers: { 'Retry-After': '60' } });
  });

  it('allows log-ins again one minute after the first failure, as Retry-After says', async () => {
    await fails('alice from here');
    vi.advanceTimersByTime(20_000);
    await fails('alice from here', 2);
    await expect(tries('alice from here', 'right')).rejects.toMatchObject({ headers: { 'Retry-After': '40' } });
    vi.advanceTimersByTime(39_999);
    await isTurnedAway('alice from here');
    vi.advanceTimersByTime(1);
    await expect(tries('alice from here', 'right')).resolves.toBe('right');
  });

  it('does not count successful log-ins, however many arrive at once', async () => {
    await fails('alice from here', 2);
    mostAtOnce = 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => tries('alice from here', 'right')));
    expect(new Set(answers)).toEqual(new Set(['right']));
    expect(mostAtOnce).toBe(1);
  });

  it('is not exceeded, however many log-ins arrive at once', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => tries('alice from here', undefined)));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(17);
    expect(tried).toHaveLength(3);
  });

  it('lets log-ins without a common key proceed while the count of another key is slow', async () => {
    let count: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      count = resolve;
    });
    const begin = async (keys: readonly WatchedKey[]): Promise<Attempt> => {
      if (keys.some(({ name }) => name === 'alice')) await slow;
      return { failures: [], ended: () => Promise.resolve() };
    };
    failed = new FailedLogIns({ areShared: true, begin } as unknown as LogInAttempts);
    const alice = tries('alice from here', 'alice');
    await expect(tries('bob from elsewhere', 'bob')).resolves.toBe('bob');
    const bob = tries('bob from here', 'bob');
    await moment();
    expect(tried).toEqual(['bob from elsewhere']);
    count();
    expect(await Promise.all([alice, bob])).toEqual(['alice', 'bob']);
    expect(tried).toEqual(['bob from elsewhere', 'alice from here', 'bob from here']);
  });

  it('does not count log-ins that fail by an internal error', async () => {
    for (let times = 0; times < 5; times += 1) {
      const broken = failed.watch(keysOf('alice from here'), () => Promise.reject(new Error('no database')));
      await expect(broken).rejects.toThrow('no database');
    }
    await expect(tries('alice from here', 'right')).resolves.toBe('right');
  });
});

describe('a key that is slowed', () => {
  const slowed: WatchedKey = { name: 'alice', most: Infinity, slowFrom: 3 };
  const guess = (holder?: string): Promise<string | undefined> =>
    failed.watch([slowed], async () => {
      await moment();
      return holder;
    });
  /** Milliseconds from the request of a log-in to its password check. */
  const pauseOf = async (holder?: string): Promise<number> => {
    const from = performance.now();
    let checkedAt = NaN;
    const answer = failed.watch([slowed], () => {
      checkedAt = performance.now();
      return Promise.resolve(holder);
    });
    await moment();
    await vi.advanceTimersByTimeAsync(10_000);
    await answer;
    return checkedAt - from;
  };

  it('pauses before each attempt after the limit, twice as long each time, at most two seconds', async () => {
    await Promise.all([guess(), guess(), guess()]);
    const pauses: number[] = [];
    for (let times = 0; times < 5; times += 1) pauses.push(await pauseOf());
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 2_000]);
    await expect(pauseOf('right')).resolves.toBe(2_000);
  });

  it('does not pause before the limit, nor a minute after the first failure', async () => {
    await Promise.all([guess(), guess()]);
    await expect(pauseOf()).resolves.toBe(0);
    vi.advanceTimersByTime(60_000);
    await expect(pauseOf()).resolves.toBe(0);
  });

  it('refuses nobody, and lets at most 1,000 attempts pause at once', async () => {
    await Promise.all([guess(), guess(), guess()]);
    const answers = Array.from({ length: 1_001 }, () => guess('right'));
    await expect(Promise.race(answers)).resolves.toBe('right');
    expect(vi.getTimerCount()).toBeGreaterThanOrEqual(1_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['right']));
  });
});

describe('the memory of the limit', () => {
  it('has no count for the other keys of an attempt that the first key refuses', async () => {
    await failed.watch([limited('here', 1)], () => Promise.resolve(undefined));
    const before = vi.getTimerCount();
    for (let at = 0; at < 50; at += 1) {
      const keys = [limited('here', 1), limited(`name ${String(at)}`)];
      await expect(failed.watch(keys, () => Promise.resolve('right'))).rejects.toMatchObject({ status: 429 });
    }
    expect(vi.getTimerCount()).toBe(before);
  });
});
