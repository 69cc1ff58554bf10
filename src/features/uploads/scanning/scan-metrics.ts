import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

import { backlogGauge } from '../../../platform/metrics/backlog-gauge.js';
import { MetricsRegistry } from '../../../platform/metrics/metrics.module.js';
import { ScanQueue } from './scan-queue.repository.js';

/** `away`: the scanner did not answer. `failed`: it had no verdict, or the bytes could not be read. */
export type ScanOutcome = 'clean' | 'blocked' | 'away' | 'failed';

const OUTCOMES: readonly ScanOutcome[] = ['clean', 'blocked', 'away', 'failed'];
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 30, 120];

/** Metrics of a deployment with a scanner. */
@Injectable()
export class ScanMetrics {
  constructor(
    private readonly registry: MetricsRegistry,
    private readonly queue: ScanQueue,
  ) {}

  /**
   * Called once, if there is a scanner.
   * @param isUp whether the scanner answers
   * @returns records the end of a scan, and its seconds
   */
  start(isUp: () => boolean): (outcome: ScanOutcome, seconds: number) => void {
    const registers = [this.registry];
    const scans = new Counter({
      name: 'parley_scans_total',
      help: 'Scans of files by this process, by outcome: clean, blocked, away (the scanner did not answer), failed (no verdict).',
      labelNames: ['outcome'],
      registers,
    });
    for (const outcome of OUTCOMES) scans.inc({ outcome }, 0);
    const durations = new Histogram({
      name: 'parley_scan_seconds',
      help: 'Seconds of a scan that ended with a verdict.',
      buckets: BUCKETS,
      registers,
    });
    new Gauge({
      name: 'parley_scanner_up',
      help: 'Whether the scanner of files answered this process last: 1 or 0. Absent without a scanner.',
      registers,
      collect() {
        this.set(Number(isUp()));
      },
    });
    const help = 'Files that wait for their scan, in the whole deployment; counted to 10000. Absent without a scanner.';
    backlogGauge(this.registry, 'parley_scans_waiting', help, () => this.queue.count());
    return (outcome, seconds) => {
      scans.inc({ outcome });
      if (outcome === 'clean' || outcome === 'blocked') durations.observe(seconds);
    };
  }
}
