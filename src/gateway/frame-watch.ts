import { randomUUID } from 'node:crypto';

import { Logger } from '@nestjs/common';

import { LogRecord } from '../logging/index.js';
import { beginTrace, isTracing } from '../tracing/index.js';
import type { Traced } from '../tracing/index.js';
import type { FrameHead } from './read-frame.js';
import type { Outcome } from './socket-metrics.js';

/** Whose frames they are. */
export interface Watched {
  readonly connection: string;
  /** Its id. */
  readonly user: number;
}

/** A frame under way, of which somebody wants to know what becomes of it. */
export class WatchedFrame {
  private readonly since = performance.now();

  constructor(
    private readonly trace: Traced | undefined,
    private readonly tell: ((outcome: Outcome, ms: number) => void) | undefined,
  ) {}

  get traceId(): string | undefined {
    return this.trace?.traceId;
  }

  during<Result>(work: () => Result): Result {
    return this.trace === undefined ? work() : this.trace.during(work);
  }

  ended(outcome: Outcome): void {
    this.tell?.(outcome, Math.round((performance.now() - this.since) * 1_000) / 1_000);
    this.trace?.ended({ 'parley.outcome': outcome }, outcome === 'failed');
  }
}

/** Tells the log, and whoever takes traces, of the frames of one connection. What nobody wants to know costs nothing. */
export class FrameWatch {
  private readonly tells = Logger.isLevelEnabled('debug');
  private readonly watches = this.tells || isTracing();

  constructor(
    private readonly watched: Watched,
    private readonly log: Logger,
  ) {}

  /** @param isKnown whether there is such an event: any other name is a client's own */
  begin(head: FrameHead, isKnown: boolean): WatchedFrame | undefined {
    if (!this.watches) return undefined;
    const event = isKnown && head.eventType !== undefined ? head.eventType : 'unknown';
    const trace = beginTrace(event, { 'parley.event': event, 'parley.connection': this.watched.connection });
    const tell = (outcome: Outcome, ms: number): void => {
      this.log.debug(LogRecord.of('Handled a frame', { ...this.fieldsOf(head, event), outcome, ms }));
    };
    return new WatchedFrame(trace, this.tells ? tell : undefined);
  }

  /** @returns the id under which the fault stands in the log */
  fault(error: unknown, head: FrameHead): string {
    const fault = randomUUID();
    const fields = { ...this.fieldsOf(head, head.eventType), fault, trace_id: head.watched?.traceId };
    this.log.error(LogRecord.ofThrown(error, fields, `Fault ${fault}`));
    return fault;
  }

  private fieldsOf({ requestId }: FrameHead, event: string | undefined) {
    return { ...this.watched, event, request_id: requestId };
  }
}
