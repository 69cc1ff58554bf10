import { setImmediate as moment } from 'node:timers/promises';

import type { Config } from '../../platform/config/config.js';
import { SharedRedis } from '../../platform/redis/shared-redis.js';
import { FailedLogIns } from './failed-log-ins.js';
import { LogInAttempts } from './log-in-attempts.js';
import type { Attempt } from './log-in-attempts.js';

let failed: FailedLogIns;
let tried: string[];
let atOnce: number;
let mostAtOnce: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  const attempts = new LogInAttempts({ tokens: { failedLoginsPerMinute: 3 } } as Config, new SharedRedis(undefined));
  failed = new FailedLogIns(attempts);
  [tried, atOnce, mostAtOnce] = [[], 0, 0];
});
afterEach(() => {
  vi.useRealTimers();
});

/** A log-in whose check takes a moment. */
const tries = (keys: string, holder: string | undefined): Promise<string | undefined> =>
  failed.watch(keys.split(' from '), async () => {
    tried.push(keys);
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    await moment();
    atOnce -= 1;
    return holder;
  });

const fails = (keys: string, times = 1): Promise<unknown[]> =>
  Promise.all(Array.from({ length: times }, () => tries(keys, undefined)));

const isTurnedAway = async (keys: string): Promise<void> => {
  const before = tried.length;
  await expect(tries(keys, 'right')).rejects.toMatchObject({ status: 429, response: { code: 'throttled' } });
  expect(tried).toHaveLength(before);
};

describe('the limit of failed log-ins', () => {
  it('refuses log-ins of the address and of the username without a password check, once it is reached', async () => {
    await fails('alice from here', 3);
    await isTurnedAway('alice from here');
    await isTurnedAway('bob from here');
    await isTurnedAway('alice from elsewhere');
    await expect(tries('bob from elsewhere', 'right')).resolves.toBe('right');
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
    const begin = async (keys: readonly string[]): Promise<Attempt> => {
      if (keys.includes('alice')) await slow;
      return { ended: () => Promise.resolve() };
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
      const broken = failed.watch(['alice', 'here'], () => Promise.reject(new Error('no database')));
      await expect(broken).rejects.toThrow('no database');
    }
    await expect(tries('alice from here', 'right')).resolves.toBe('right');
  });
});
