import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** How the handling of one frame ended. */
export type Outcome = 'ok' | 'refused' | 'failed';

/** A limit of sockets, by the name of its variable. */
type Limit = 'CONNECTIONS_PER_USER' | 'EVENTS_PER_SECOND' | 'HANDSHAKES_PER_SECOND' | 'MAX_UNSENT_BYTES';

/** How often the delay of the event loop is measured: more often, and a process that has nothing to do is awake for it. */
const EVENT_LOOP_EVERY_MS = 100;

/** What `/metrics` tells. Labels have few values: no user, room or text of a client is ever one. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();

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

  constructor() {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: EVENT_LOOP_EVERY_MS });
  }

  connectionOpened(): void {
    this.connections.inc();
  }

  connectionClosed(): void {
    this.connections.dec();
  }

  handshake(outcome: 'accepted' | 'refused' | 'unauthenticated' | 'failed'): void {
    this.handshakes.inc({ outcome });
  }

  /** @param event the name of an event that there is, or `unknown` */
  event(event: string, outcome: Outcome): void {
    this.events.inc({ event, outcome });
  }

  limited(limit: Limit): void {
    this.limits.inc({ limit });
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
