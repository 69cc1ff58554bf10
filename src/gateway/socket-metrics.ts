import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';

import { MetricsRegistry } from '../metrics/index.js';
import { OpenSockets } from './open-sockets.js';

/** How the handling of one frame ended. */
export type Outcome = 'ok' | 'refused' | 'failed';

/** What became of a handshake. */
const HANDSHAKES = ['accepted', 'refused', 'unauthenticated', 'failed'] as const;

/** Limits of sockets, by the names of their variables. */
const LIMITS = ['CONNECTIONS_PER_USER', 'EVENTS_PER_SECOND', 'HANDSHAKES_PER_SECOND', 'MAX_UNSENT_BYTES'] as const;

/** The ends of one event, counted: labels are looked up once, and not for each frame. */
type Ends = Readonly<Record<Outcome, Counter.Internal>> & { readonly seconds: Histogram.Internal<string> };

/** What a process tells of its sockets, and of what comes by them. */
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
    help: 'Seconds from the turn of a frame until it was answered, by event; what it waited for its turn is not in it.',
    labelNames: ['event'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  private readonly handshakes = new Counter({
    name: 'parley_handshakes_total',
    help: 'Handshakes, by what became of them.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly limits = new Counter({
    name: 'parley_limited_total',
    help: 'Times that something went past a limit, by the variable that sets it.',
    labelNames: ['limit'],
    registers: [this.registry],
  });

  private readonly dropped = new Counter({
    name: 'parley_frames_dropped_total',
    help: 'Frames that a slow reader was not sent, as they told of nothing that lasts: who is typing, who is there.',
    registers: [this.registry],
  });

  private readonly ends = new Map<string, Ends>();

  constructor(
    private readonly registry: MetricsRegistry,
    sockets: OpenSockets,
  ) {
    // A counter that is there only from its first time on has not grown by it, as Prometheus sees it.
    for (const outcome of HANDSHAKES) this.handshakes.inc({ outcome }, 0);
    for (const limit of LIMITS) this.limits.inc({ limit }, 0);
    // Whoever asks counts them: that costs nothing while nobody does.
    new Gauge({
      name: 'parley_frames_waiting',
      help: 'Frames of clients that wait for their turn, of all sockets of this process.',
      registers: [this.registry],
      collect() {
        this.set(sockets.waiting());
      },
    });
    new Gauge({
      name: 'parley_unsent_bytes',
      help: 'Bytes that the peers of this process have not taken yet.',
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
   * @param event the name of an event that there is, or `unknown`
   * @param since the turn of the frame, by the clock of `performance`
   */
  event(event: string, outcome: Outcome, since: number): void {
    const ends = this.ends.get(event) ?? this.endsOf(event);
    ends[outcome].inc();
    ends.seconds.observe((performance.now() - since) / 1_000);
  }

  limited(limit: (typeof LIMITS)[number]): void {
    this.limits.inc({ limit });
  }

  /** A frame was not sent to whoever reads too slowly. */
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
