import { Logger } from '@nestjs/common';

import type { Stats, StatsRepository } from '../../../features/statistics/stats.repository.js';
import { DeploymentCountsService } from './deployment-counts.service.js';

const MINUTE_MS = 60_000;

let counted: number;
/** How long a count takes, or its error. */
let takes: number | Error;
let service: DeploymentCountsService;

beforeEach(() => {
  vi.useFakeTimers();
  [counted, takes] = [0, 0];
  const read = async (): Promise<Stats> => {
    const messages = (counted += 1);
    if (takes instanceof Error) throw takes;
    if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes as number));
    return { messages } as Stats;
  };
  service = new DeploymentCountsService({ read } as unknown as StatsRepository);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const messages = async (): Promise<number | undefined> => (await service.read())?.messages;

describe('the counts of the deployment', () => {
  it('are made when somebody asks, once a minute', async () => {
    await expect(messages()).resolves.toBe(1);
    vi.advanceTimersByTime(MINUTE_MS - 1);
    await expect(messages()).resolves.toBe(1);
    vi.advanceTimersByTime(1);
    await expect(Promise.all([messages(), messages()])).resolves.toEqual([2, 2]);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(counted).toBe(2);
  });

  it('are those before, or none, while a count takes longer than two seconds, and pause for longer after it', async () => {
    takes = 20_000;
    const [first, second] = [messages(), messages()];
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(Promise.all([first, second])).resolves.toEqual([undefined, undefined]);
    await vi.advanceTimersByTimeAsync(takes);
    await expect(messages()).resolves.toBe(1);
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    await expect(messages()).resolves.toBe(1);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    const third = messages();
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(third).resolves.toBe(1);
    expect(counted).toBe(2);
  });

  it('are those before if a count fails, with one warning', async () => {
    const warn = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await messages();
    takes = new Error('no database');
    for (let minute = 0; minute < 3; minute += 1) {
      vi.advanceTimersByTime(MINUTE_MS);
      await expect(messages()).resolves.toBe(1);
    }
    expect([counted, warn.mock.calls.length]).toEqual([4, 1]);
  });
});
