import { Module, Injectable } from '@nestjs/common';

import { backlogGauge, MOST_COUNTED } from '../metrics/backlog-gauge.js';
import { MetricsRegistry } from '../metrics/metrics.module.js';
import { TimerKinds } from './timer-kind.js';
import { TimerRunner } from './timer-runner.js';
import { Timers } from './timers.js';
import { TimersRepository } from './timers.repository.js';

@Injectable()
class TimerMetrics {
  constructor(registry: MetricsRegistry, timers: TimersRepository) {
    const help = 'Due timers that have not run, in the whole deployment; counted to 10000.';
    backlogGauge(registry, 'parley_timers_due', help, () => timers.countDue(MOST_COUNTED));
  }
}

/** For features that set timers. */
@Module({ providers: [TimerKinds, Timers, TimersRepository], exports: [TimerKinds, Timers, TimersRepository] })
export class TimersModule {}

/** For a server. Commands set timers, and run none. */
@Module({ imports: [TimersModule], providers: [TimerMetrics, TimerRunner] })
export class TimerRunnerModule {}
