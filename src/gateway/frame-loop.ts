import { randomUUID } from 'node:crypto';

import type { Logger } from '@nestjs/common';
import { ErrorCode, invalid, Refusal } from '@parley/protocol';
import type { ErrorDetail } from '@parley/protocol';
import { OutboundFrame } from '@parley/realtime/hub';
import { Deferred } from '@parley/realtime/inbound';
import type { Actor, Answer, EventRegistry } from '@parley/realtime/inbound';

import type { Metrics } from '../health/index.js';
import { readFrame } from './read-frame.js';
import type { FrameHead } from './read-frame.js';

/** What a connection's loop needs of its socket. */
export interface FrameSocket {
  readonly id: string;
  /** Stops and resumes reading from the peer. */
  pause(): void;
  resume(): void;
  answer(frame: OutboundFrame): void;
  send(text: string): void;
}

/** Frames that may wait before the peer is no longer read from, and how many are left when it is again. */
const MOST_WAITING = 256;
const FEW_WAITING = 64;
/** Deferred answers that may be outstanding. */
const MOST_DEFERRED = 1_024;

/**
 * The frames of one connection, in order: the next starts when the one before is done. One that defers its answer lets
 * the next start, and whatever is not deferred waits for all that is, so that answers keep the order of the questions.
 *
 * Every frame is answered, by its event or by an error; nothing that a frame holds ends the connection.
 */
export class FrameLoop {
  private readonly waiting: string[] = [];
  private readonly deferred = new Set<Promise<void>>();
  private running: Promise<void> | undefined;
  private open = false;
  private paused = false;

  constructor(
    private readonly socket: FrameSocket,
    private readonly actor: Actor,
    private readonly registry: EventRegistry,
    private readonly metrics: Metrics,
    private readonly log: Logger,
  ) {}

  /** Frames that came before are handled now. */
  start(): void {
    this.open = true;
    this.wake();
  }

  receive(text: string): void {
    this.waiting.push(text);
    if (this.waiting.length >= MOST_WAITING && !this.paused) {
      this.paused = true;
      this.socket.pause();
    }
    this.wake();
  }

  /** What has not begun never will. */
  stop(): void {
    this.open = false;
    this.waiting.length = 0;
  }

  /** Until everything that has begun is done. */
  async settled(): Promise<void> {
    await this.running;
    await Promise.all(this.deferred);
  }

  private wake(): void {
    if (!this.open || this.running || this.waiting.length === 0) return;
    this.running = this.run().finally(() => {
      this.running = undefined;
      this.wake();
    });
  }

  private async run(): Promise<void> {
    for (let text = this.next(); text !== undefined; text = this.next()) await this.handle(text);
  }

  private next(): string | undefined {
    const text = this.open ? this.waiting.shift() : undefined;
    if (this.paused && this.waiting.length <= FEW_WAITING) {
      this.paused = false;
      this.socket.resume();
    }
    return text;
  }

  private async handle(text: string): Promise<void> {
    const read = readFrame(text);
    const event = 'frame' in read ? this.registry.find(read.frame.event_type) : undefined;
    try {
      if ('fault' in read) throw read.fault;
      if (!event) throw invalid({ event_type: ['There is no such event.'] });
      const outcome = await event.run(read.frame.data, {
        actor: this.actor,
        asker: { connectionId: this.socket.id, requestId: read.requestId },
      });
      if (outcome instanceof Deferred) await this.defer(outcome, read);
      else await this.answer(outcome, read);
    } catch (error) {
      await this.allDeferred();
      this.refuse(error, read, event !== undefined);
    }
  }

  private async answer(answer: Answer | undefined, head: FrameHead): Promise<void> {
    await this.allDeferred();
    this.done(answer, head);
  }

  private async defer({ settled }: Deferred, head: FrameHead): Promise<void> {
    const answered = settled
      .then(
        (answer) => {
          this.done(answer, head);
        },
        (error: unknown) => {
          this.refuse(error, head, true);
        },
      )
      .finally(() => this.deferred.delete(answered));
    this.deferred.add(answered);
    if (this.deferred.size >= MOST_DEFERRED) await Promise.race(this.deferred);
  }

  private async allDeferred(): Promise<void> {
    if (this.deferred.size > 0) await Promise.all(this.deferred);
  }

  private done(answer: Answer | undefined, { eventType, requestId }: FrameHead): void {
    this.metrics.event(eventType ?? 'unknown', 'ok');
    if (!answer) return;
    if ('status' in answer) this.socket.send(JSON.stringify({ status: answer.status, request_id: requestId }));
    else this.socket.answer(OutboundFrame.of(answer, requestId));
  }

  private refuse(error: unknown, { eventType, requestId }: FrameHead, known: boolean): void {
    const refusal = error instanceof Refusal ? error : undefined;
    this.metrics.event(known ? (eventType ?? 'unknown') : 'unknown', refusal ? 'refused' : 'failed');
    const code = refusal?.code ?? ErrorCode.internal;
    const detail = refusal?.detail ?? this.internal(error);
    this.socket.send(JSON.stringify({ error: { code, detail, event_type: eventType, request_id: requestId } }));
  }

  /** Our fault: the log has the trace, the client the id under which it stands there. */
  private internal(error: unknown): ErrorDetail {
    const id = randomUUID();
    this.log.error(`Fault ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return `Something went wrong on our side (${id}).`;
  }
}
