import { Logger } from '@nestjs/common';

import { LastSeen } from './last-seen.js';
import type { LastSeenRepository } from './presence.repository.js';

const at = (seconds: number): Date => new Date(seconds * 1_000);

let users: (readonly [number, Date])[][];
let logIns: (readonly [string, Date])[][];
let away: boolean;
let lastSeen: LastSeen;

beforeEach(() => {
  vi.useFakeTimers();
  [users, logIns, away] = [[], [], false];
  const kept =
    <Key>(written: (readonly [Key, Date])[][]) =>
    async (moments: ReadonlyMap<Key, Date>): Promise<void> => {
      await Promise.resolve();
      if (away) throw new Error('the database is away');
      written.push([...moments]);
    };
  const repository = { seen: kept(users), logInsSeen: kept(logIns) };
  lastSeen = new LastSeen(repository as unknown as LastSeenRepository);
  lastSeen.onApplicationBootstrap();
});
afterEach(async () => {
  await lastSeen.onApplicationShutdown();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the times at which users and log-ins were last seen', () => {
  it('are written once a second, the latest of each, and nothing without a new one', async () => {
    lastSeen.record(1, 'phone', at(20));
    lastSeen.record(1, 'laptop', at(30));
    lastSeen.record(1, 'phone', at(10));
    lastSeen.record(2, undefined, at(40));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(users).toEqual([
      [
        [1, at(30)],
        [2, at(40)],
      ],
    ]);
    expect(logIns).toEqual([
      [
        ['phone', at(20)],
        ['laptop', at(30)],
      ],
    ]);
  });

  it('are kept for the first write after an outage', async () => {
    vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    away = true;
    lastSeen.record(1, 'phone', at(20));
    await vi.advanceTimersByTimeAsync(1_000);
    lastSeen.record(1, 'phone', at(10));
    away = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect([users, logIns]).toEqual([[[[1, at(20)]]], [[['phone', at(20)]]]]);
  });
});
