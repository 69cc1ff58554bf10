import { Injectable } from '@nestjs/common';
import { Gauge, Histogram } from 'prom-client';

import { MetricsRegistry } from '../metrics/index.js';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is handed over in the process itself takes less than a database. */
const SHORTEST_BUCKETS = [0.000_1, 0.000_25, 0.000_5];

/** How long what is sent takes on its way through this process. */
@Injectable()
export class SendMetrics {
  private readonly toCommit = new Histogram({
    name: 'parley_send_to_commit_seconds',
    help: 'Seconds from the moment in which a message might be stored, its sender being allowed to send it, to its commit.',
    buckets: BUCKETS,
    registers: [this.registry],
  });

  private readonly toSocket = new Histogram({
    name: 'parley_commit_to_socket_seconds',
    help:
      'Seconds from the commit of messages that were stored together until the last of their frames was handed to the ' +
      'sockets of this process: one observation for each such group, and none for what another process stored.',
    buckets: [...SHORTEST_BUCKETS, ...BUCKETS],
    registers: [this.registry],
  });

  constructor(private readonly registry: MetricsRegistry) {}

  /** @param waiting says how many messages wait to be written now */
  countWaiting(waiting: () => number): void {
    new Gauge({
      name: 'parley_sends_waiting',
      help: 'Messages that wait for the group of their room that is being stored.',
      registers: [this.registry],
      collect() {
        this.set(waiting());
      },
    });
  }

  committed(afterMs: number): void {
    this.toCommit.observe(afterMs / 1_000);
  }

  told(afterMs: number): void {
    this.toSocket.observe(afterMs / 1_000);
  }
}
