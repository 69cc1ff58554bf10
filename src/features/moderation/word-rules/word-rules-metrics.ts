import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

import { MetricsRegistry } from '../../../platform/metrics/metrics.module.js';
import { ACTIONS } from './rule-action.js';
import type { RuleAction } from './rule-action.js';

const BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5];

/** The state of the rules in force. */
export interface RulesState {
  readonly count: number;
  /** Whether they are those of the file as it is now. */
  readonly isCurrent: boolean;
}

/** Metrics of a deployment with word rules. */
@Injectable()
export class WordRulesMetrics {
  constructor(private readonly registry: MetricsRegistry) {}

  /**
   * Called once, if there are rules.
   * @returns records the check of a message: the strictest action of the rules that match, and its seconds
   */
  start(state: () => RulesState): (action: RuleAction | undefined, seconds: number) => void {
    const registers = [this.registry];
    const matched = new Counter({
      name: 'parley_word_rules_matched_total',
      help: 'Messages and edits that word rules matched in this process, by the strictest action: mask, hold, reject.',
      labelNames: ['action'],
      registers,
    });
    for (const action of ACTIONS) matched.inc({ action }, 0);
    const durations = new Histogram({
      name: 'parley_word_rules_seconds',
      help: 'Seconds in which the word rules checked a message.',
      buckets: BUCKETS,
      registers,
    });
    new Gauge({
      name: 'parley_word_rules',
      help: 'Word rules in force in this process.',
      registers,
      collect() {
        this.set(state().count);
      },
    });
    new Gauge({
      name: 'parley_word_rules_current',
      help: 'Whether the word rules in force are those of the file: 0 if it could not be read or has faults since.',
      registers,
      collect() {
        this.set(Number(state().isCurrent));
      },
    });
    return (action, seconds) => {
      durations.observe(seconds);
      if (action) matched.inc({ action });
    };
  }
}
