import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

import { backlogGauge, MetricsRegistry } from '../metrics/index.js';
import { PushesRepository } from './pushes.repository.js';

@Injectable()
export class PushMetrics {
  private readonly pushes: Counter<'outcome'>;

  constructor(registry: MetricsRegistry, pushes: PushesRepository) {
    this.pushes = new Counter({
      name: 'parley_push_total',
      help: 'Pushes by what became of them: sent, unsent as there was no need or nobody to take them, failed.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    backlogGauge(
      registry,
      'parley_push_pending',
      'Pushes of the whole deployment that wait to be sent; to 10000.',
      () => pushes.pending(),
    );
    for (const outcome of ['sent', 'unsent', 'failed']) this.pushes.inc({ outcome }, 0);
  }

  ended(outcome: 'sent' | 'unsent' | 'failed', count = 1): void {
    this.pushes.inc({ outcome }, count);
  }
}
