import type { Config } from '../../../platform/config/config.js';
import { PasswordPace } from './password-pace.js';

let pace: PasswordPace;
beforeEach(() => {
  vi.useFakeTimers();
  pace = new PasswordPace({ perUser: { eventsBurst: 200, eventsPerSecond: 100 } } as Config);
});
afterEach(() => {
  vi.useRealTimers();
});

const right = (): Promise<boolean> => Promise.resolve(true);
const wrong = (): Promise<undefined> => Promise.resolve(undefined);
const throttled = expect.objectContaining({ status: 429 }) as Error;

/** The right passwords of a user that are accepted one after the other. */
async function acceptedOf(username: string): Promise<number> {
  let accepted = 0;
  for (; accepted < 100; accepted += 1) {
    const refused: unknown = await pace.run(username, right).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (refused === undefined) continue;
    expect(refused).toEqual(throttled);
    break;
  }
  return accepted;
}

describe('the pace of password checks', () => {
  it('allows right passwords of one username as dear events, and more with time', async () => {
    expect(await acceptedOf('alice')).toBe(21);
    await expect(pace.run('bob', right)).resolves.toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(await acceptedOf('alice')).toBe(10);
  });

  it('counts no wrong password, so that guesses of others lock nobody out', async () => {
    await pace.run('alice', right);
    for (let count = 0; count < 300; count += 1) await expect(pace.run('alice', wrong)).resolves.toBeUndefined();
    expect(await acceptedOf('alice')).toBe(20);
  });

  it('checks one password of a username at a time, and those of others beside it', async () => {
    const running: string[] = [];
    let most = 0;
    const check = (name: string) => async (): Promise<true> => {
      running.push(name);
      most = Math.max(most, running.filter((each) => each === name).length);
      await vi.advanceTimersByTimeAsync(1);
      running.splice(running.indexOf(name), 1);
      return true;
    };
    const order: string[] = [];
    const crowd = Array.from({ length: 8 }, () => pace.run('alice', check('alice')).then(() => order.push('alice')));
    await Promise.all([...crowd, pace.run('bob', check('bob')).then(() => order.push('bob'))]);
    expect([most, order.indexOf('bob') < 3]).toEqual([1, true]);
  });
});
