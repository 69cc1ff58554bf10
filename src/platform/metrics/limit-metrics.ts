import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Counter } from 'prom-client';

import { mostEntries } from '../collections/most-entries.js';
import { LogRecord } from '../logging/log-record.js';
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

/** The user who has exceeded a limit, and the connection that did. */
export interface LimitedUser {
  readonly user: number;
  readonly connection?: string;
  readonly address?: string;
}

/** Counts how often users have exceeded limits, and logs each of them at most once a minute. */
@Injectable()
export class LimitMetrics {
  private readonly log = new Logger('Limits');
  /** The users of the last minute. */
  private readonly logged = new LRUCache<number, true>({ ...mostEntries(10_000), ttl: 60_000 });

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

  /** @param by undefined: the caller logs who it was */
  exceeded(limit: Limit, by?: LimitedUser): void {
    this.limits.inc({ limit });
    if (by) this.warn(limit, by);
  }

  private warn(limit: Limit, { user, connection, address }: LimitedUser): void {
    if (this.logged.has(user)) return;
    this.logged.set(user, true);
    const from = address === undefined ? '' : ` from ${address}`;
    this.log.warn(LogRecord.from(`The user ${String(user)} exceeds ${limit}${from}`, { user, connection }));
  }
}
