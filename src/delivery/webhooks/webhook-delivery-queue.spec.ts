import type { Logger } from '@nestjs/common';
import type { MockInstance } from 'vitest';

import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import type { Claimed, DeliveriesRepository } from './deliveries.repository.js';
import { WebhookDeliveryQueue } from './webhook-delivery-queue.js';
import { WebhookMetrics } from './webhook-metrics.js';

const webhook = { id: 'a', url: 'https://example.com/hooks', secret: `whsec_${'a'.repeat(32)}`, isPublicOnly: false };
const claimed = (): Claimed => ({
  id: 'b',
  event: 'ping',
  roomId: null,
  seq: null,
  data: {},
  createdAt: new Date(),
  attempts: 1,
});

/** There are always more deliveries. */
const deliveries: Partial<DeliveriesRepository> = {
  claim: (_, most) => Promise.resolve(Array.from({ length: most }, claimed)),
  release: () => Promise.resolve(),
  delivered: () => Promise.resolve(),
};
let delivered: MockInstance<typeof fetch>;
let line: WebhookDeliveryQueue;

beforeEach(() => {
  vi.useFakeTimers();
  delivered = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response(null, { status: 503 })));
  line = new WebhookDeliveryQueue({
    deliveries: deliveries as DeliveriesRepository,
    metrics: new WebhookMetrics(new MetricsRegistry(), deliveries as DeliveriesRepository),
    log: { warn: () => undefined, log: () => undefined } as unknown as Logger,
    stop: new AbortController().signal,
    allowedHosts: [],
    failed: () => Promise.resolve(),
  });
});
afterEach(() => {
  delivered.mockRestore();
  vi.useRealTimers();
});

describe('the deliveries to one webhook', () => {
  it('are limited to one attempt a second while the receiver fails, even if triggered more often', async () => {
    await line.deliver(webhook);
    expect(delivered).toHaveBeenCalledTimes(8);
    for (let asked = 0; asked < 10; asked += 1) await line.deliver(webhook);
    expect(delivered).toHaveBeenCalledTimes(8);
    vi.advanceTimersByTime(1_000);
    for (let asked = 0; asked < 10; asked += 1) await line.deliver(webhook);
    expect(delivered).toHaveBeenCalledTimes(9);
  });
});
