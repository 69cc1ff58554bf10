import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

import { MetricsRegistry } from './metrics.module.js';

/** Limits beyond which a connection is closed as a slow reader, by the names of their variables. */
const SLOW_READER_LIMITS = ['MAX_UNSENT_BYTES', 'MAX_UNSENT_BYTES_PER_USER', 'STALLED_READER_SECONDS'] as const;
export type SlowReaderLimit = (typeof SLOW_READER_LIMITS)[number];

/** Limits of events, by the names of their variables. */
const EVENT_LIMITS = ['EVENTS_PER_SECOND', 'EVENTS_PER_SECOND_PER_USER', 'STORED_BYTES_PER_DAY'] as const;
export type EventLimit = (typeof EVENT_LIMITS)[number];

const LIMITS = ['CONNECTIONS_PER_USER', 'HANDSHAKES_PER_SECOND', ...EVENT_LIMITS, ...SLOW_READER_LIMITS] as const;

/** A limit of sockets or users, by the name of its variable. */
export type Limit = (typeof LIMITS)[number];

/** Counts how often users have exceeded limits. */
@Injectable()
export class LimitMetrics {
  private readonly limits = new Counter({
    name: 'parley_limited_total',
    help: 'Times that a limit was exceeded, by the variable that sets it.',
    labelNames: ['limit'],
    registers: [this.registry],
  });

  constructor(private readonly registry: MetricsRegistry) {
    // Prometheus would miss the first increment of a counter that starts to exist with it.
    for (const limit of LIMITS) this.limits.inc({ limit }, 0);
  }

  exceeded(limit: Limit): void {
    this.limits.inc({ limit });
  }
}
