import { randomUUID } from 'node:crypto';

import { Logger } from '@nestjs/common';

import { faultRecord } from '../../platform/http/fault-record.js';
import { LogRecord } from '../../platform/logging/log-record.js';
import { beginTrace, isTracing } from '../../platform/tracing/traces.js';
import type { Traced } from '../../platform/tracing/traces.js';
import type { Outcome } from './socket-metrics.js';

/** The connection and the user of frames. */
export interface Watched {
  readonly connection: string;
  /** The id of the user. */
  readonly user: number;
}

/** The fields of a frame that its records contain. */
interface RecordedHead {
  readonly eventType: string | undefined;
  readonly requestId: string | undefined;
  readonly watched?: WatchedFrame | undefined;
}

/** Logs and traces the frames of one connection. Costs nothing while neither is enabled. */
export class FrameWatch {
  private readonly isLogging = Logger.isLevelEnabled('debug');
  private readonly watches = this.isLogging || isTracing();

  constructor(
    private readonly watched: Watched,
    private readonly log: Logger,
  ) {}

  /** @param isKnown whether the event exists: unknown names come from the client and are not recorded */
  begin(head: RecordedHead, isKnown: boolean): WatchedFrame | undefined {
    if (!this.watches) return undefined;
    const event = isKnown && head.eventType !== undefined ? head.eventType : 'unknown';
    const trace = beginTrace(event, { 'parley.event': event, 'parley.connection': this.watched.connection });
    const logOutcome = (outcome: Outcome, ms: number): void => {
      this.log.debug(LogRecord.from('Handled a frame', { ...this.fieldsOf(head, event), outcome, ms }));
    };
    return new WatchedFrame(trace, this.isLogging ? logOutcome : undefined);
  }

  /** Logs a fault. @returns its id in the log */
  fault(error: unknown, head: RecordedHead): string {
    const fault = randomUUID();
    const fields = { ...this.fieldsOf(head, head.eventType), fault, trace_id: head.watched?.traceId };
    this.log.error(faultRecord(error, fields, fault));
    return fault;
  }

  private fieldsOf({ requestId }: RecordedHead, event: string | undefined) {
    return { ...this.watched, event, request_id: requestId };
  }
}

/** A frame in progress that is logged or traced. */
export class WatchedFrame {
  private readonly since = performance.now();

  constructor(
    private readonly trace: Traced | undefined,
    private readonly logOutcome: ((outcome: Outcome, ms: number) => void) | undefined,
  ) {}

  get traceId(): string | undefined {
    return this.trace?.traceId;
  }

  during<Result>(work: () => Result): Result {
    return this.trace === undefined ? work() : this.trace.during(work);
  }

  ended(outcome: Outcome): void {
    this.logOutcome?.(outcome, Math.round((performance.now() - this.since) * 1_000) / 1_000);
    this.trace?.ended({ 'parley.outcome': outcome }, outcome === 'failed');
  }
}
