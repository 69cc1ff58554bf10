import { CloseCode, ErrorCode, invalid, Refusal } from '@parley/protocol';
import type { ErrorDetail } from '@parley/protocol';
import { OutboundFrame } from '@parley/realtime/hub';
import { Deferred, faultTold, Pages } from '@parley/realtime/inbound';
import type { Actor, Answer, EventRegistry } from '@parley/realtime/inbound';

import type { EventPace, TooFast } from './event-pace.js';
import { FrameQueue } from './frame-queue.js';
import type { Arrival, Source, TooSoon } from './frame-queue.js';
import type { FrameWatch } from './frame-watch.js';
import { readFrame } from './read-frame.js';
import type { FrameHead } from './read-frame.js';
import type { SocketMetrics } from './socket-metrics.js';

/** Who waits until there is something to do. */
export interface Sleeper {
  wake(): void;
}

/** What a connection's loop needs of its socket. */
export interface FrameSocket extends Source {
  readonly id: string;
  /** Whether the peer reads what it is told, so that it may be told more. */
  readonly hasRoom: boolean;
  /** Whether the peer has been told that it is over. */
  readonly isClosing: boolean;
  /** @param sleeper woken whenever there is room again */
  onRoom(sleeper: Sleeper): void;
  answer(frame: OutboundFrame): void;
  /** What the peer would hear of others waits from now on. */
  hold(): void;
  /** @param first an answer that goes before what was held back */
  release(first?: OutboundFrame): void;
  send(text: string): void;
  close(code: CloseCode, reason: string): void;
}

/** Deferred answers that may be outstanding. */
const MOST_DEFERRED = 1_024;

/**
 * The frames of one connection, in order: the next starts when the one before is done. One that defers its answer lets
 * the next of its event and place start; whatever is neither waits for all that is deferred, so that answers keep the
 * order of the questions.
 * An answer in pages is told to its end before the next starts.
 *
 * Every frame is answered, by its event or by an error; nothing that a frame holds ends the connection. Whoever asks
 * faster than the pace allows is told so in place of an answer; whoever does not read the answers gets no further ones.
 */
export class FrameLoop implements Sleeper {
  private readonly queue: FrameQueue;
  /** Deferred answers that are outstanding, all to one event and of one place; made by the first. */
  private deferred: Set<Promise<void>> | undefined;
  private deferredEvent: string | undefined;
  private deferredPlace: string | undefined;
  private lastDeferred: Promise<void> | undefined;
  private running: Promise<void> | undefined;
  /** Looks again whether the next page may be told, where one waits for that. */
  private resume: (() => void) | undefined;
  private state: 'waiting' | 'open' | 'stopped' = 'waiting';

  constructor(
    private readonly socket: FrameSocket,
    private readonly pace: EventPace,
    private readonly actor: Actor,
    private readonly registry: EventRegistry,
    private readonly metrics: SocketMetrics,
    private readonly watch: FrameWatch,
  ) {
    this.queue = new FrameQueue(socket);
    socket.onRoom(this);
  }

  /** Frames that came before are handled now. */
  start(): void {
    if (this.state === 'waiting') this.state = 'open';
    this.wake();
  }

  /** The pace is that of the arrivals, however long they wait for their turn. */
  receive(text: string): void {
    if (!this.isListening) return;
    const tooFast = this.arrival();
    if (tooFast?.forTooLong) return;
    this.queue.add(tooFast ? { head: headOf(readFrame(text)), retryAfter: tooFast.retryAfter } : text);
    this.wake();
  }

  /**
   * A ping or a pong, which counts as any frame does.
   * @returns whether it came at its pace, and may be answered
   */
  receiveControl(): boolean {
    return this.isListening && this.arrival() === undefined;
  }

  /** What has not begun never will. */
  stop(): void {
    this.state = 'stopped';
    this.queue.clear();
    this.resume?.();
  }

  /** Until everything that has begun is done. */
  async settled(): Promise<void> {
    await this.running;
    await this.allDeferred();
  }

  wake(): void {
    this.resume?.();
    if (!this.mayBegin || this.running || this.queue.isEmpty) return;
    this.running = this.run().finally(() => {
      this.running = undefined;
      this.wake();
    });
  }

  /** How many frames wait for their turn. */
  get waiting(): number {
    return this.queue.size;
  }

  private get isListening(): boolean {
    return this.state !== 'stopped' && !this.socket.isClosing;
  }

  /** Counts a frame. Whoever was too fast for too long is told that it is over. */
  private arrival(): TooFast | undefined {
    const tooFast = this.pace.arrival();
    if (tooFast) this.metrics.limited('EVENTS_PER_SECOND');
    if (tooFast?.forTooLong) {
      this.stop();
      this.socket.close(CloseCode.tooFast, 'too_fast');
    }
    return tooFast;
  }

  private async run(): Promise<void> {
    for (let arrival = this.next(); arrival !== undefined; arrival = this.next()) {
      if (typeof arrival === 'string') await this.handle(arrival);
      else await this.slowDown(arrival);
    }
  }

  private get mayBegin(): boolean {
    return this.state === 'open' && this.socket.hasRoom && !this.socket.isClosing;
  }

  private next(): Arrival | undefined {
    return this.mayBegin ? this.queue.next() : undefined;
  }

  private async handle(text: string): Promise<void> {
    const read = readFrame(text);
    const event = 'frame' in read ? this.registry.find(read.frame.event_type) : undefined;
    read.watched = this.watch.begin(read, event !== undefined);
    try {
      if ('fault' in read) throw read.fault;
      if (!event) throw invalid({ event_type: ['There is no such event.'] });
      // What another event tells a room is told as soon as it is done, to the asker too.
      if (read.eventType !== this.deferredEvent) await this.allDeferred();
      const asker = { connectionId: this.socket.id, requestId: read.requestId };
      const outcome = await during(read, () => event.run(read.frame.data, { actor: this.actor, asker }));
      if (outcome instanceof Deferred) await this.defer(outcome, read);
      else if (outcome instanceof Pages) await this.tellAll(outcome, read);
      else await this.answer(outcome, read);
    } catch (error) {
      await this.allDeferred();
      this.refuse(error, read, event !== undefined);
    }
  }

  private async slowDown({ head, retryAfter }: TooSoon): Promise<void> {
    await this.allDeferred();
    this.fail(head, ErrorCode.tooFast, 'Too many events in too short a time.', retryAfter);
  }

  private async answer(answer: Answer | undefined, head: FrameHead): Promise<void> {
    await this.allDeferred();
    this.done(answer, head);
  }

  private async defer({ place, begin }: Deferred, head: FrameHead): Promise<void> {
    if (place !== this.deferredPlace) await this.allDeferred();
    const deferred = (this.deferred ??= new Set());
    this.deferredEvent = head.eventType;
    this.deferredPlace = place;
    const answered = this.answerInTurn(during(head, begin), this.lastDeferred, head).finally(() =>
      deferred.delete(answered),
    );
    this.lastDeferred = answered;
    deferred.add(answered);
    const [oldest] = deferred;
    if (deferred.size >= MOST_DEFERRED) await oldest;
  }

  /** What is answered by others, as a message by its dispatch, is settled when they have; what is not waits its turn here. */
  private async answerInTurn(
    settled: Promise<Answer | undefined>,
    before: Promise<void> | undefined,
    head: FrameHead,
  ): Promise<void> {
    const answer = await settled.then(
      (told) => () => {
        this.done(told, head);
      },
      (error: unknown) => () => {
        this.refuse(error, head, true);
      },
    );
    await before;
    answer();
  }

  /** Whoever is gone, or is told to go, gets no further pages. */
  private async tellAll({ frames }: Pages, head: FrameHead): Promise<void> {
    await this.allDeferred();
    let goesOn = await this.mayTellMore();
    while (goesOn) goesOn = (await this.tellNext(frames, head)) && (await this.mayTellMore());
    await frames.return();
    this.done(undefined, head);
  }

  /** @returns false if there was no further page */
  private async tellNext(frames: Pages['frames'], head: FrameHead): Promise<boolean> {
    let page: OutboundFrame | undefined;
    this.socket.hold();
    try {
      const next = await during(head, () => frames.next());
      if (next.done !== true) page = OutboundFrame.of(next.value, head.requestId);
    } finally {
      this.socket.release(page);
    }
    return page !== undefined;
  }

  /** Waits until the peer has read enough. @returns false if it never will */
  private async mayTellMore(): Promise<boolean> {
    while (this.state === 'open' && !this.mayBegin) {
      await new Promise<void>((resolve) => {
        this.resume = resolve;
      });
    }
    return this.mayBegin;
  }

  /** Until nothing is outstanding: they are answered in turn. Undefined where nothing is, as before most heartbeats. */
  private allDeferred(): Promise<void> | undefined {
    return this.deferred !== undefined && this.deferred.size > 0 ? this.lastDeferred : undefined;
  }

  private done(answer: Answer | undefined, { eventType, requestId, readAt, watched }: FrameHead): void {
    this.metrics.event(eventType ?? 'unknown', 'ok', readAt);
    watched?.ended('ok');
    if (!answer) return;
    if ('status' in answer) this.socket.send(JSON.stringify({ status: answer.status, request_id: requestId }));
    else this.socket.answer(OutboundFrame.of(answer, requestId));
  }

  private refuse(error: unknown, head: FrameHead, known: boolean): void {
    const refusal = error instanceof Refusal ? error : undefined;
    const outcome = refusal ? 'refused' : 'failed';
    this.metrics.event(known ? (head.eventType ?? 'unknown') : 'unknown', outcome, head.readAt);
    this.fail(
      head,
      refusal?.code ?? ErrorCode.internal,
      refusal?.detail ?? faultTold(error, this.watch.fault(error, head)),
    );
    head.watched?.ended(outcome);
  }

  private fail({ eventType, requestId }: FrameHead, code: ErrorCode, detail: ErrorDetail, retryAfter?: number): void {
    const error = { code, detail, event_type: eventType, request_id: requestId, retry_after: retryAfter };
    this.socket.send(JSON.stringify({ error }));
  }
}

/** As a part of the frame's trace, where it has one. */
const during = <Result>({ watched }: FrameHead, work: () => Result): Result =>
  watched ? watched.during(work) : work();

/** Of a frame that is not handled nothing else is kept. */
const headOf = ({ eventType, requestId, readAt }: FrameHead): FrameHead => ({ eventType, requestId, readAt });
