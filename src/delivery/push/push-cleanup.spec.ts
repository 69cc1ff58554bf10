import { Logger } from '@nestjs/common';

import { Signals } from '../../platform/cluster-signals/signals.js';
import { webhooksChanged } from '../webhooks/webhooks.js';
import { PushCleanup } from './push-cleanup.js';
import type { PushOutboxSubscription } from './push-outbox-consumer.js';
import type { DuePushesRepository } from './due-pushes.repository.js';
import type { PushesRepository } from './pushes.repository.js';
import type { SubscriptionsRepository } from './subscriptions.repository.js';
import type { WebPush } from './web-push.js';

let settled: number;
let isAway: boolean;
/** Lets the removal of old pushes finish. */
let removed: () => void;
let signals: Signals;
let cleanup: PushCleanup;

beforeEach(() => {
  vi.useFakeTimers();
  [settled, isAway, signals] = [0, false, new Signals()];
  const removing = new Promise<void>((resolve) => {
    removed = resolve;
  });
  cleanup = new PushCleanup(
    { removeOld: () => removing } as Partial<PushesRepository> as PushesRepository,
    { endOverdue: () => Promise.resolve() } as Partial<DuePushesRepository> as DuePushesRepository,
    { removeEnded: () => Promise.resolve() } as Partial<SubscriptionsRepository> as SubscriptionsRepository,
    {
      update: () => {
        if (isAway) return Promise.reject(new Error('away'));
        settled += 1;
        return Promise.resolve();
      },
    } as Partial<PushOutboxSubscription> as PushOutboxSubscription,
    signals,
    { publicKey: 'a key' } as Partial<WebPush> as WebPush,
  );
  cleanup.onApplicationBootstrap();
});
afterEach(async () => {
  removed();
  await cleanup.onApplicationShutdown();
  vi.useRealTimers();
});

/** Signals that a webhook was created or deleted. */
async function changes(): Promise<void> {
  signals.deliver(webhooksChanged.name, {});
  await vi.advanceTimersByTimeAsync(0);
}

describe('the decision whether push consumes the outbox', () => {
  it('is made when a webhook is created, without waiting for the removal of old pushes', async () => {
    await changes();
    const before = settled;
    await changes();
    expect(settled).toBeGreaterThan(before);
  });

  it('is repeated after some seconds if the database was unavailable when a webhook was created', async () => {
    const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    isAway = true;
    await changes();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(warn).toHaveBeenCalledTimes(1);
    const before = settled;
    isAway = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(settled).toBe(before + 1);
    warn.mockRestore();
  });
});
