import { Module } from '@nestjs/common';

import { TimerKinds } from './timer-kind.js';
import { TimerMetrics } from './timer-metrics.js';
import { TimerRunner } from './timer-runner.js';
import { Timers } from './timers.js';
import { TimersRepository } from './timers.repository.js';

/** For features that set timers. */
@Module({ providers: [TimerKinds, Timers, TimersRepository], exports: [TimerKinds, Timers, TimersRepository] })
export class TimersModule {}

/** For a server. Commands set timers, and run none. */
@Module({ imports: [TimersModule], providers: [TimerMetrics, TimerRunner] })
export class TimerRunnerModule {}
