import type { LogInSettings } from '../log-ins/log-in.settings.js';
import { ApiError } from '../../../platform/http/api-error.js';
import type { SharedRedis } from '../../../platform/redis/shared-redis.js';
import { FailedLogIns } from '../log-ins/failed-log-ins.js';
import { LogInAttempts } from '../log-ins/log-in-attempts.js';
import type { LogInRecords } from '../log-ins/log-in-records.js';
import type { LogInsRepository } from '../log-ins/log-ins.repository.js';
import { CodeAttempts } from './code-attempts.js';

const HOME = '192.0.2.1';
const MINUTE_MS = 60_000;

const nothing = (): Promise<void> => Promise.resolve();
const records = {
  codeFailed: nothing,
  codesLimited: nothing,
  codeAccepted: () => undefined,
} as unknown as LogInRecords;
/** The user has logged in from home. */
const logIns = { hasFrom: (_: number, address: string) => Promise.resolve(address === HOME) } as LogInsRepository;
const config = { failedLoginsPerAddress: 1_000 } as LogInSettings;

let attempts: CodeAttempts;
beforeEach(() => {
  vi.useFakeTimers();
  const failed = new FailedLogIns(new LogInAttempts({ isConfigured: false } as SharedRedis));
  attempts = new CodeAttempts(failed, logIns, records, config);
});
afterEach(() => {
  vi.useRealTimers();
});

async function isChecked(address: string): Promise<boolean> {
  try {
    await attempts.watch(7, address, () => Promise.resolve(undefined));
    return true;
  } catch (error) {
    expect((error as ApiError).getStatus()).toBe(429);
    return false;
  }
}

/** The wrong codes that are checked, if ten addresses guess each minute. */
async function checkedIn(minutes: number): Promise<number> {
  let checked = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    for (let at = 0; at < 10; at += 1) if (await isChecked(`198.51.100.${String(at)}`)) checked += 1;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
  }
  return checked;
}

describe('guesses of a code from places where the user has never logged in', () => {
  it('are at most 5 in a minute, 20 in an hour and 50 in a day, from all of them together', async () => {
    expect(await checkedIn(1)).toBe(5);
    expect(await checkedIn(59)).toBe(15);
    expect(await checkedIn(120)).toBe(30);
    expect(await checkedIn(60)).toBe(0);
  });

  it('do not refuse the codes that the user gives at home', async () => {
    await checkedIn(180);
    expect(await isChecked('203.0.113.5')).toBe(false);
    for (let count = 0; count < 5; count += 1) expect(await isChecked(HOME)).toBe(true);
    expect(await isChecked(HOME)).toBe(false);
  });
});
