import { CloseCode, ErrorCode, invalid, Refusal, tooFast } from '@parley/protocol';
import type { ErrorDetail } from '@parley/protocol';
import { OutboundFrame } from '@parley/realtime/hub';
import { describeFault, PipelinedReply, StreamedReply } from '@parley/realtime/requests';
import type { Actor, Answer, EventRegistry, RegisteredEvent } from '@parley/realtime/requests';

import {
  isDatabaseAway,
  isPoolFull,
  OUTAGE_RETRY_SECONDS,
  POOL_RETRY_SECONDS,
} from '../../platform/database/failures.js';
import type { EventLimit } from '../../platform/metrics/limit-metrics.js';
import type { UserBudgets } from '../../platform/user-budgets/user-budgets.js';
import type { EventRateLimit, TooFast } from './event-rate.js';
import { FrameQueue } from './frame-queue.js';
import type { QueuedFrame, Source, TooSoon } from './frame-queue.js';
import type { FrameWatch } from './frame-watch.js';
import { readFrame } from './read-frame.js';
import type { FrameHead } from './read-frame.js';
import type { SocketMetrics } from './socket-metrics.js';

/** Resumed when its condition may hold again. */
export interface Wakeable {
  wake(): void;
}

/** The part of a socket that the loop of a connection uses. */
export interface FrameSocket extends Source {
  readonly id: string;
  /** Whether the peer reads its frames, so that more may be sent. */
  readonly hasRoom: boolean;
  /** Whether a close frame has been sent. */
  readonly isClosing: boolean;
  /** @param waiting woken whenever there is room again */
  onRoom(waiting: Wakeable): void;
  answer(frame: OutboundFrame): void;
  /** Holds back the frames of other senders from now on. */
  hold(): void;
  /** @param first an answer that goes before the frames that were held back */
  release(first?: OutboundFrame): void;
  send(text: string): void;
  close(code: CloseCode, reason: string): void;
  /** Counts that the client has exceeded a limit. */
  limited(limit: EventLimit): void;
}

/** Pipelined replies that may be pending. */
const MOST_PIPELINED = 1_024;

/**
 * Handles the frames of one connection in order: the next starts when the one before is answered. While a pipelined
 * reply is pending, frames of the same event and ordering key may start; all others wait for it, so that answers keep
 * the order of the requests. A streamed reply is sent to its end before the next frame starts.
 *
 * Every frame is answered, by its event or by an error; no content of a frame ends the connection. A client that
 * exceeds the event limit gets an error in place of an answer; one that does not read its answers gets no further ones.
 */
export class FrameLoop implements Wakeable {
  private readonly queue: FrameQueue;
  /** Pipelined replies that are pending, all of one event and ordering key; made by the first. */
  private pipelined: Set<Promise<void>> | undefined;
  private pipelinedEvent: string | undefined;
  private pipelinedKey: string | undefined;
  private lastPipelined: Promise<void> | undefined;
  private running: Promise<void> | undefined;
  /** Checks again whether the next page may be sent, if a streamed reply waits for that. */
  private resume: (() => void) | undefined;
  private state: 'waiting' | 'open' | 'stopped' = 'waiting';

  constructor(
    private readonly socket: FrameSocket,
    private readonly rateLimit: EventRateLimit,
    private readonly actor: Actor,
    private readonly registry: EventRegistry,
    private readonly metrics: SocketMetrics,
    private readonly watch: FrameWatch,
    private readonly budgets: Pick<UserBudgets, 'charge' | 'pay' | 'payPage'>,
  ) {
    this.queue = new FrameQueue(socket);
    socket.onRoom(this);
  }

  /** Starts with the frames that have arrived before. */
  start(): void {
    if (this.state === 'waiting') this.state = 'open';
    this.wake();
  }

  /** The event limit counts arrivals, however long the frames are queued. */
  receive(text: string): void {
    if (!this.isListening) return;
    const tooFast = this.add();
    if (tooFast?.forTooLong) return;
    this.queue.add(tooFast ? { head: headOf(readFrame(text)), tooFast } : text);
    this.wake();
  }

  /**
   * Counts a ping or a pong as a frame.
   * @returns whether it is within the event limit, and may be answered
   */
  receiveControl(): boolean {
    return this.isListening && this.add() === undefined;
  }

  /** Drops the frames that have not started. */
  stop(): void {
    this.state = 'stopped';
    this.queue.clear();
    this.resume?.();
  }

  /** Resolves when every frame that has started is answered. */
  async settled(): Promise<void> {
    await this.running;
    await this.allPipelined();
  }

  wake(): void {
    this.resume?.();
    if (!this.mayBegin || this.running || this.queue.isEmpty) return;
    this.running = this.run().finally(() => {
      this.running = undefined;
      this.wake();
    });
  }

  /** The length of the queue. */
  get waiting(): number {
    return this.queue.size;
  }

  private get isListening(): boolean {
    return this.state !== 'stopped' && !this.socket.isClosing;
  }

  /** Counts a frame. Closes the connection of a client that has exceeded the limit for too long. */
  private add(): TooFast | undefined {
    const tooFast = this.rateLimit.check();
    if (tooFast) this.socket.limited(tooFast.limit);
    if (tooFast?.forTooLong) {
      this.stop();
      this.socket.close(CloseCode.tooFast, 'too_fast');
    }
    return tooFast;
  }

  private async run(): Promise<void> {
    for (let queued = this.next(); queued !== undefined; queued = this.next()) {
      if (typeof queued === 'string') await this.handle(queued);
      else await this.slowDown(queued);
    }
  }

  private get mayBegin(): boolean {
    return this.state === 'open' && this.socket.hasRoom && !this.socket.isClosing;
  }

  private next(): QueuedFrame | undefined {
    return this.mayBegin ? this.queue.next() : undefined;
  }

  private async handle(text: string): Promise<void> {
    const read = readFrame(text);
    const event = 'frame' in read ? this.registry.find(read.frame.event_type) : undefined;
    read.watched = this.watch.begin(read, event !== undefined);
    try {
      if ('fault' in read) throw read.fault;
      if (!event) throw invalid({ event_type: ['There is no such event.'] });
      this.budgets.charge(this.actor.user.id, event, text);
      // Dispatches of another event would overtake the pending replies.
      if (read.eventType !== this.pipelinedEvent) await this.allPipelined();
      const origin = { connectionId: this.socket.id, requestId: read.requestId };
      const pay = (further: number): void => this.budgets.pay(this.actor.user.id, further);
      const outcome = await during(read, () => event.handle(read.frame.data, { actor: this.actor, origin, pay }));
      if (outcome instanceof PipelinedReply) await this.pipeline(outcome, read);
      else if (outcome instanceof StreamedReply) await this.stream(outcome, event, read);
      else await this.answer(outcome, read);
    } catch (error) {
      await this.allPipelined();
      this.refuse(error, read, event !== undefined);
    }
  }

  private async slowDown({ head, tooFast: { limit, retryAfter } }: TooSoon): Promise<void> {
    await this.allPipelined();
    this.fail(head, ErrorCode.tooFast, `Too many events in too short a time (${limit}).`, retryAfter);
  }

  private async answer(answer: Answer | undefined, head: FrameHead): Promise<void> {
    await this.allPipelined();
    this.done(answer, head);
  }

  private async pipeline({ orderingKey, run }: PipelinedReply, head: FrameHead): Promise<void> {
    if (orderingKey !== this.pipelinedKey) await this.allPipelined();
    const pipelined = (this.pipelined ??= new Set());
    this.pipelinedEvent = head.eventType;
    this.pipelinedKey = orderingKey;
    const answered = this.answerInTurn(during(head, run), this.lastPipelined, head).finally(() =>
      pipelined.delete(answered),
    );
    this.lastPipelined = answered;
    pipelined.add(answered);
    const [oldest] = pipelined;
    if (pipelined.size >= MOST_PIPELINED) await oldest;
  }

  /** Answers after the reply before. A reply that is a dispatch, as for a message, is ordered by the dispatch. */
  private async answerInTurn(
    settled: Promise<Answer | undefined>,
    before: Promise<void> | undefined,
    head: FrameHead,
  ): Promise<void> {
    const answer = await settled.then(
      (result) => () => this.done(result, head),
      (error: unknown) => () => this.refuse(error, head, true),
    );
    await before;
    answer();
  }

  /** A connection that is closed or closing gets no further pages. */
  private async stream({ frames }: StreamedReply, event: RegisteredEvent, head: FrameHead): Promise<void> {
    await this.allPipelined();
    for (let page = 1; (await this.maySendPage()) && (await this.sendPage(frames, head)); page += 1) {
      // The event has paid for the first page.
      if (page > 1) await this.budgets.payPage(this.actor.user.id, event);
    }
    await frames.return();
    this.done(undefined, head);
  }

  /** @returns false if there was no further page */
  private async sendPage(frames: StreamedReply['frames'], head: FrameHead): Promise<boolean> {
    let page: OutboundFrame | undefined;
    this.socket.hold();
    try {
      const next = await during(head, () => frames.next());
      if (next.done !== true) page = OutboundFrame.from(next.value, head.requestId);
    } finally {
      this.socket.release(page);
    }
    return page !== undefined;
  }

  /** Waits until the peer has read enough. @returns false if it never will */
  private async maySendPage(): Promise<boolean> {
    while (this.state === 'open' && !this.mayBegin) {
      await new Promise<void>((resolve) => {
        this.resume = resolve;
      });
    }
    return this.mayBegin;
  }

  /** Resolves when no pipelined reply is pending. Undefined if none is, as before most heartbeats. */
  private allPipelined(): Promise<void> | undefined {
    return this.pipelined !== undefined && this.pipelined.size > 0 ? this.lastPipelined : undefined;
  }

  private done(answer: Answer | undefined, { eventType, requestId, readAt, watched }: FrameHead): void {
    this.metrics.event(eventType ?? 'unknown', 'ok', readAt);
    watched?.ended('ok');
    if (!answer) return;
    if ('status' in answer) this.socket.send(JSON.stringify({ status: answer.status, request_id: requestId }));
    else this.socket.answer(OutboundFrame.from(answer, requestId));
  }

  private refuse(error: unknown, head: FrameHead, known: boolean): void {
    const outcome = error instanceof Refusal ? 'refused' : 'failed';
    this.metrics.event(known ? (head.eventType ?? 'unknown') : 'unknown', outcome, head.readAt);
    const { code, detail, retryAfter } = error instanceof Refusal ? error : this.fault(error, head);
    this.fail(head, code, detail, retryAfter);
    head.watched?.ended(outcome);
  }

  private fault(error: unknown, head: FrameHead): Refusal {
    if (isPoolFull(error)) return tooFast('The service is busy (DATABASE_POOL_SIZE).', POOL_RETRY_SECONDS);
    const retryAfter = isDatabaseAway(error) ? OUTAGE_RETRY_SECONDS : undefined;
    return new Refusal(ErrorCode.internal, describeFault(error, this.watch.fault(error, head)), retryAfter);
  }

  private fail({ eventType, requestId }: FrameHead, code: ErrorCode, detail: ErrorDetail, retryAfter?: number): void {
    const error = { code, detail, event_type: eventType, request_id: requestId, retry_after: retryAfter };
    this.socket.send(JSON.stringify({ error }));
  }
}

/** Runs as a part of the frame's trace, if it has one. */
const during = <Result>({ watched }: FrameHead, work: () => Result): Result =>
  watched ? watched.during(work) : work();

/** All that is kept of a frame that is not handled. */
const headOf = ({ eventType, requestId, readAt }: FrameHead): FrameHead => ({ eventType, requestId, readAt });
