import { Injectable } from '@nestjs/common';
import { Hub } from '@parley/realtime/hub';
import { LogSequencers } from '@parley/realtime/ordering';
import { Counter, Gauge, Histogram } from 'prom-client';

import { Readiness } from '../../platform/health/readiness.js';
import { LimitMetrics } from '../../platform/metrics/limit-metrics.js';
import type { Limit, LimitedUser } from '../../platform/metrics/limit-metrics.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';
import { OpenSockets } from './open-sockets.js';

/** How the handling of one frame ended. */
export type Outcome = 'ok' | 'refused' | 'failed';

/** The outcomes of a handshake. */
const HANDSHAKES = ['accepted', 'refused', 'unauthenticated', 'failed'] as const;

/** The metrics of one event: labels are looked up once, and not for each frame. */
type Ends = Readonly<Record<Outcome, Counter.Internal>> & { readonly seconds: Histogram.Internal<string> };

/** Metrics of the sockets of this process, and of their frames. */
@Injectable()
export class SocketMetrics {
  private readonly connections = new Gauge({
    name: 'parley_connections',
    help: 'Open sockets of this process.',
    registers: [this.registry],
  });

  private readonly events = new Counter({
    name: 'parley_events_total',
    help: 'Frames of clients, by event and outcome.',
    labelNames: ['event', 'outcome'],
    registers: [this.registry],
  });

  private readonly seconds = new Histogram({
    name: 'parley_event_duration_seconds',
    help: 'Seconds from the start of a frame to its answer, by event, without the time in the queue.',
    labelNames: ['event'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  private readonly handshakes = new Counter({
    name: 'parley_handshakes_total',
    help: 'Handshakes, by outcome.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly dropped = new Counter({
    name: 'parley_frames_dropped_total',
    help: 'Typing and presence frames that were dropped for slow readers.',
    registers: [this.registry],
  });

  private readonly ends = new Map<string, Ends>();

  constructor(
    private readonly registry: MetricsRegistry,
    private readonly limits: LimitMetrics,
    sockets: OpenSockets,
  ) {
    // Prometheus would miss the first increment of a counter that starts to exist with it.
    for (const outcome of HANDSHAKES) this.handshakes.inc({ outcome }, 0);
    // Counted at a scrape, so that they cost nothing between scrapes.
    new Gauge({
      name: 'parley_frames_waiting',
      help: 'Queued frames of clients, of all sockets of this process.',
      registers: [this.registry],
      collect() {
        this.set(sockets.waiting());
      },
    });
    new Gauge({
      name: 'parley_unsent_bytes',
      help: 'Bytes that the peers of this process have not read yet.',
      registers: [this.registry],
      collect() {
        this.set(sockets.unsent());
      },
    });
  }

  connectionOpened(): void {
    this.connections.inc();
  }

  connectionClosed(): void {
    this.connections.dec();
  }

  handshake(outcome: (typeof HANDSHAKES)[number]): void {
    this.handshakes.inc({ outcome });
  }

  /**
   * @param event the name of an existing event, or `unknown`
   * @param since the start of the frame, by the clock of `performance`
   */
  event(event: string, outcome: Outcome, since: number): void {
    const ends = this.ends.get(event) ?? this.endsOf(event);
    ends[outcome].inc();
    ends.seconds.observe((performance.now() - since) / 1_000);
  }

  limited(limit: Limit, by?: LimitedUser): void {
    this.limits.exceeded(limit, by);
  }

  /** A frame was dropped for a slow reader. */
  frameDropped(): void {
    this.dropped.inc();
  }

  private endsOf(event: string): Ends {
    const ends: Ends = {
      ok: this.events.labels(event, 'ok'),
      refused: this.events.labels(event, 'refused'),
      failed: this.events.labels(event, 'failed'),
      seconds: this.seconds.labels(event),
    };
    this.ends.set(event, ends);
    return ends;
  }
}

/**
 * Metrics of delivery: the receivers of each dispatch, and the numbers that had to be read from the log. A process that
 * delivers nothing is not ready.
 */
@Injectable()
export class DeliveryMetrics {
  constructor(registry: MetricsRegistry, hub: Hub, sequencers: LogSequencers, readiness: Readiness) {
    readiness.watchDispatch(() => sequencers.isStalled);
    const sizes = new Histogram({
      name: 'parley_group_size',
      help: 'Connections of this process that received one dispatch, without unnumbered frames of other processes.',
      buckets: [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000],
      registers: [registry],
    });
    const healed = new Counter({
      name: 'parley_gaps_healed_total',
      help: 'Sequence numbers that were missing, and were then read from the change log and delivered.',
      registers: [registry],
    });
    const skipped = new Counter({
      name: 'parley_gaps_passed_over_total',
      help: 'Sequence numbers that were skipped: the change log did not have them, or there were too many.',
      registers: [registry],
    });
    hub.onDelivery((connections) => sizes.observe(connections));
    sequencers.onGaps({
      healed: (numbers) => healed.inc(numbers),
      skipped: (numbers) => skipped.inc(numbers),
    });
  }
}
