import { Injectable } from '@nestjs/common';
import { Gauge, Histogram } from 'prom-client';

import { MetricsRegistry } from '../../../platform/metrics/metrics.module.js';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Delivery within the process takes less time than the database. */
const SHORTEST_BUCKETS = [0.000_1, 0.000_25, 0.000_5];

/** Metrics of sends in this process. */
@Injectable()
export class SendMetrics {
  private readonly toCommit = new Histogram({
    name: 'parley_send_to_commit_seconds',
    help: 'Seconds from the grant of a send to the commit of its message.',
    buckets: BUCKETS,
    registers: [this.registry],
  });

  private readonly toSocket = new Histogram({
    name: 'parley_commit_to_socket_seconds',
    help:
      'Seconds from the commit of a batch of messages until the last of their frames was handed to the sockets of this ' +
      'process: one observation for each batch, and none for batches of other processes.',
    buckets: [...SHORTEST_BUCKETS, ...BUCKETS],
    registers: [this.registry],
  });

  constructor(private readonly registry: MetricsRegistry) {}

  /** @param queued returns the number of queued messages */
  countQueued(queued: () => number): void {
    new Gauge({
      name: 'parley_sends_waiting',
      help: 'Messages that are queued until the batch of their room is stored.',
      registers: [this.registry],
      collect() {
        this.set(queued());
      },
    });
  }

  committed(afterMs: number): void {
    this.toCommit.observe(afterMs / 1_000);
  }

  dispatched(afterMs: number): void {
    this.toSocket.observe(afterMs / 1_000);
  }
}
