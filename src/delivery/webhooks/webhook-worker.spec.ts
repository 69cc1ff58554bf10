import { FakePulse } from '../../platform/database/pulse/database-pulse.fake.js';
import type { WebhookSettings } from './webhook.settings.js';
import type { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Claimed, DeliveriesRepository, DueWebhook } from './deliveries.repository.js';
import type { WebhookMetrics } from './webhook-metrics.js';
import { secondsToRetry, WebhookWorker } from './webhook-worker.js';
import type { WebhooksService } from './webhooks.js';
import type { WebhooksRepository } from './webhooks.repository.js';

const webhook: DueWebhook = {
  id: 'a',
  url: 'https://example.com/hooks',
  secret: `whsec_${'a'.repeat(32)}`,
  isPublicOnly: false,
};
const LOOKS = 50;

/** One webhook that is always due; a claim of its deliveries resolves when `claim` is called. */
let looks: number;
let claims: number;
let claim: (claimed: Claimed[]) => void;
let worker: WebhookWorker;

beforeEach(() => {
  [looks, claims] = [0, 0];
  const deliveries: Partial<DeliveriesRepository> = {
    due: () => {
      looks += 1;
      return Promise.resolve([webhook]);
    },
    claim: () => {
      claims += 1;
      return new Promise((resolve) => {
        claim = resolve;
      });
    },
  };
  worker = new WebhookWorker(
    deliveries as DeliveriesRepository,
    {} as WebhooksRepository,
    {} as WebhooksService,
    {} as WebhookMetrics,
    {} as UnitOfWork,
    new FakePulse().asPulse,
    {} as WebhookSettings,
  );
});

/** The number of deliveries that the shutdown of the worker waits for. */
const underWay = (): number => (worker as unknown as { underWay: { size: number } }).underWay.size;

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('WebhookWorker', () => {
  it('keeps one promise per webhook, even if the webhook is due repeatedly during its backlog', async () => {
    for (let look = 0; look < LOOKS; look += 1) {
      worker.wake();
      await settled();
    }
    expect([looks, claims, underWay()]).toEqual([LOOKS, 1, 1]);
    claim([]);
    await settled();
    expect(underWay()).toBe(0);
  });

  it('waits for a delivery that is under way before it stops', async () => {
    worker.wake();
    await settled();
    let isStopped = false;
    const stopped = worker.onApplicationShutdown().then(() => {
      isStopped = true;
    });
    await settled();
    expect(isStopped).toBe(false);
    claim([]);
    await stopped;
    expect(isStopped).toBe(true);
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
