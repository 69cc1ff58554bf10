import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';

import { MetricsRegistry } from '../metrics/index.js';

@Injectable()
export class PushMetrics {
  private readonly pushes: Counter<'outcome'>;
  private readonly waiting: Gauge;

  constructor(registry: MetricsRegistry) {
    this.pushes = new Counter({
      name: 'parley_push_total',
      help: 'Pushes by what became of them: sent, unsent as there was no need or nobody to take them, failed.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.waiting = new Gauge({
      name: 'parley_push_pending',
      help: 'Pushes of the whole deployment that wait to be sent; to 10000.',
      registers: [registry],
    });
    for (const outcome of ['sent', 'unsent', 'failed']) this.pushes.inc({ outcome }, 0);
  }

  ended(outcome: 'sent' | 'unsent' | 'failed', count = 1): void {
    this.pushes.inc({ outcome }, count);
  }

  pending(count: number): void {
    this.waiting.set(count);
  }
}
