import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

import { backlogGauge } from '../../platform/metrics/backlog-gauge.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import { PushesRepository } from './pushes.repository.js';

@Injectable()
export class PushMetrics {
  private readonly pushes: Counter<'outcome'>;

  constructor(registry: MetricsRegistry, pushes: PushesRepository) {
    this.pushes = new Counter({
      name: 'parley_push_total',
      help: 'Pushes by outcome: sent, unsent (not needed, or no subscription), failed.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    backlogGauge(registry, 'parley_push_pending', 'Pending pushes, in the whole deployment; counted to 10000.', () =>
      pushes.pending(),
    );
    for (const outcome of ['sent', 'unsent', 'failed']) this.pushes.inc({ outcome }, 0);
  }

  ended(outcome: 'sent' | 'unsent' | 'failed', count = 1): void {
    this.pushes.inc({ outcome }, count);
  }
}
