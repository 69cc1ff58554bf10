import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

import { MetricsRegistry } from '../../../platform/metrics/metrics.module.js';

/**
 * `away`: no answer in time. `wrong`: an answer that is no decision. `stopped`: not asked, after failures in a row.
 * `overloaded`: not asked, because too many messages waited.
 */
export type HookOutcome = 'allow' | 'reject' | 'replace' | 'hold' | 'away' | 'wrong' | 'stopped' | 'overloaded';

const OUTCOMES: readonly HookOutcome[] = [
  'allow',
  'reject',
  'replace',
  'hold',
  'away',
  'wrong',
  'stopped',
  'overloaded',
];
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

export interface HookLoad {
  readonly running: number;
  readonly waiting: number;
  readonly isUp: boolean;
}

/** Metrics of a deployment with a before-send hook. */
@Injectable()
export class HookMetrics {
  constructor(private readonly registry: MetricsRegistry) {}

  /**
   * Called once, if there is a hook.
   * @returns records what became of a question, and the seconds of its call if there was one
   */
  start(load: () => HookLoad): (outcome: HookOutcome, seconds?: number) => void {
    const registers = [this.registry];
    const calls = new Counter({
      name: 'parley_moderation_total',
      help: 'Messages and edits by what became of the question to the hook: allow, reject, replace, hold; away (no answer in time), wrong (no decision), stopped (not asked after failures in a row), overloaded (not asked because too many waited).',
      labelNames: ['outcome'],
      registers,
    });
    for (const outcome of OUTCOMES) calls.inc({ outcome }, 0);
    const durations = new Histogram({
      name: 'parley_moderation_seconds',
      help: 'Seconds of a call of the hook.',
      buckets: BUCKETS,
      registers,
    });
    const gauge = (name: string, help: string, value: (now: HookLoad) => number): void => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value(load()));
        },
      });
    };
    gauge('parley_moderation_calls', 'Calls of the hook by this process that are under way.', ({ running }) => running);
    gauge('parley_moderation_waiting', 'Messages of this process that wait for a call.', ({ waiting }) => waiting);
    gauge('parley_moderation_up', 'Whether this process asks the hook: 0 after failures in a row.', ({ isUp }) =>
      Number(isUp),
    );
    return (outcome, seconds) => {
      calls.inc({ outcome });
      if (seconds !== undefined) durations.observe(seconds);
    };
  }
}
