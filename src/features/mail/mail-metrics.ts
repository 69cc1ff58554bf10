import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

import { backlogGauge } from '../../platform/metrics/backlog-gauge.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import { DueMailsRepository } from './due-mails.repository.js';

const OUTCOMES = ['sent', 'dropped', 'failed'] as const;

@Injectable()
export class MailMetrics {
  private readonly mails: Counter<'outcome'>;

  constructor(registry: MetricsRegistry, queue: DueMailsRepository) {
    this.mails = new Counter({
      name: 'parley_mails_total',
      help: 'Mails by outcome: sent, dropped (there was nothing to tell any more), failed.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    backlogGauge(registry, 'parley_mails_pending', 'Mails that wait, in the whole deployment; counted to 10000.', () =>
      queue.count(),
    );
    for (const outcome of OUTCOMES) this.mails.inc({ outcome }, 0);
  }

  ended(outcome: (typeof OUTCOMES)[number]): void {
    this.mails.inc({ outcome });
  }
}
