import { Injectable } from '@nestjs/common';

import { backlogGauge, MOST_COUNTED } from '../platform/metrics/backlog-gauge.js';
import { MetricsRegistry } from '../platform/metrics/metrics.module.js';
import { TimersRepository } from './timers.repository.js';

@Injectable()
export class TimerMetrics {
  constructor(registry: MetricsRegistry, timers: TimersRepository) {
    const help = 'Due timers that have not run, in the whole deployment; counted to 10000.';
    backlogGauge(registry, 'parley_timers_due', help, () => timers.countDue(MOST_COUNTED));
  }
}
