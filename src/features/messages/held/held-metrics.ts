import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

import { MetricsRegistry } from '../../../platform/metrics/metrics.module.js';

const STEPS = ['held', 'allowed', 'rejected', 'withdrawn', 'expired'] as const;

/** A step in the life of a held message or edit. */
export type HeldStep = (typeof STEPS)[number];

/** Counts what this process has held, and what has become of it. */
@Injectable()
export class HeldMetrics {
  private readonly steps: Counter<'step'>;

  constructor(registry: MetricsRegistry) {
    this.steps = new Counter({
      name: 'parley_held_messages_total',
      help: 'Messages and edits that were held for review by this process, and that it has allowed, rejected, withdrawn by their senders, or rejected after their time (expired).',
      labelNames: ['step'],
      registers: [registry],
    });
    for (const step of STEPS) this.steps.inc({ step }, 0);
  }

  count(step: HeldStep): void {
    this.steps.inc({ step });
  }
}
