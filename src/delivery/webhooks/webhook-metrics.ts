import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';

import { backlogGauge } from '../../platform/metrics/backlog-gauge.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import { DeliveriesRepository } from './deliveries.repository.js';

@Injectable()
export class WebhookMetrics {
  readonly deliveries = new Counter({
    name: 'parley_webhook_deliveries_total',
    help: 'Attempts to deliver to webhooks, by outcome: delivered, retried (will be), dead.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  readonly duration = new Histogram({
    name: 'parley_webhook_duration_seconds',
    help: 'Duration of calls to receivers, including failed ones.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    registers: [this.registry],
  });

  constructor(
    private readonly registry: MetricsRegistry,
    deliveries: DeliveriesRepository,
  ) {
    backlogGauge(
      registry,
      'parley_webhook_pending',
      'Pending deliveries to webhooks, in the whole deployment; counted to 10000.',
      () => deliveries.count('pending'),
    );
    backlogGauge(
      registry,
      'parley_webhook_dead',
      'Dead deliveries to webhooks, in the whole deployment; counted to 10000.',
      () => deliveries.count('dead'),
    );
    for (const outcome of ['delivered', 'retried', 'dead']) this.deliveries.inc({ outcome }, 0);
  }
}
