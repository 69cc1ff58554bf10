import { FakePulse } from '../../platform/database/pulse/database-pulse.fake.js';
import type { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import type { DeliveriesRepository } from './deliveries.repository.js';
import type { DueDeliveriesRepository, DueDelivery } from './due-deliveries.repository.js';
import { secondsToRetry, SendDeliveriesJob } from './send-deliveries.job.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookReceivers } from './webhook-receivers.js';
import type { WebhooksService } from './webhooks.js';
import type { WebhookSettings } from './webhook.settings.js';
import type { WebhooksRepository } from './webhooks.repository.js';

const webhook = { id: 'a', url: 'https://example.com/hooks', secret: `whsec_${'a'.repeat(32)}`, isPublicOnly: false };
const due = (): DueDelivery => ({
  id: 'b',
  claim: 1,
  attempts: 1,
  webhook,
  event: 'ping',
  roomId: null,
  seq: null,
  data: {},
  createdAt: new Date(),
});

describe('the deliveries to one webhook', () => {
  let pulse: FakePulse;
  let job: SendDeliveriesJob;
  const asked = vi.spyOn(globalThis, 'fetch');

  beforeEach(() => {
    vi.useFakeTimers();
    asked.mockReset().mockImplementation(() => Promise.resolve(new Response(null, { status: 503 })));
    const receivers = new WebhookReceivers();
    vi.spyOn((receivers as unknown as { log: Record<'warn' | 'log', () => void> }).log, 'warn').mockReturnValue();
    /** There are always more deliveries. */
    const queue: Partial<DueDeliveriesRepository> = {
      areDue: 'true',
      limits: { leaseSeconds: 30 },
      giveUp: () => Promise.resolve(),
      take: () => {
        const most = receivers.failing().length > 0 ? 1 : 8;
        const taken = receivers.busy().length > 0 ? [] : Array.from({ length: most }, due);
        for (const delivery of taken) receivers.begin(delivery.webhook);
        return Promise.resolve(taken);
      },
      ended: () => receivers.end(webhook),
      retry: () => Promise.resolve(),
    };
    pulse = new FakePulse();
    job = new SendDeliveriesJob(
      queue as DueDeliveriesRepository,
      receivers,
      {} as WebhooksRepository,
      {} as WebhooksService,
      new WebhookMetrics(new MetricsRegistry(), {} as DeliveriesRepository),
      {} as UnitOfWork,
      pulse.asPulse,
      { allowedHosts: [], attempts: 10, retrySeconds: 5 } as Partial<WebhookSettings> as WebhookSettings,
    );
    job.onApplicationBootstrap();
  });
  afterEach(async () => {
    await job.onApplicationShutdown();
    vi.useRealTimers();
  });
  afterAll(() => asked.mockRestore());

  const askOften = async (): Promise<void> => {
    for (let beat = 0; beat < 10; beat += 1) {
      pulse.beat();
      job.wake();
      await vi.advanceTimersByTimeAsync(1);
    }
  };

  it('are limited to one attempt a second while the receiver fails, even if triggered more often', async () => {
    await askOften();
    expect(asked).toHaveBeenCalledTimes(8);
    await vi.advanceTimersByTimeAsync(1_000);
    await askOften();
    expect(asked).toHaveBeenCalledTimes(9);
  });
});

describe('the delays between attempts', () => {
  it('grow from seconds to hours, so that ten attempts take about a day', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => secondsToRetry(attempts, 5, 0));
    expect(waits).toEqual([5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200]);
    expect(secondsToRetry(50, 5, 0)).toBe(43_200);
  });

  it('have a random jitter of up to a fifth', () => expect(secondsToRetry(1, 10, 1)).toBeCloseTo(12));
});
