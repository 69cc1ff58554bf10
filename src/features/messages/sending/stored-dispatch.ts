import { Injectable } from '@nestjs/common';
import { Dispatch } from '@parley/realtime/dispatch';
import { Gauge, Histogram } from 'prom-client';

import { MetricsRegistry } from '../../../platform/metrics/metrics.module.js';
import { inTrace } from '../../../platform/tracing/traces.js';
import { messageSent } from '../message.frames.js';
import { NO_REPLIES, withReplies } from '../message.view.js';
import type { RepliesByThread } from '../message.view.js';
import { ThreadsRepository } from '../threads/threads.repository.js';
import { toStored } from './draft.js';
import type { Placed } from './message-insert.js';
import type { PendingSend } from './pending-send.js';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Delivery within the process takes less time than the database. */
const SHORTEST_BUCKETS = [0.000_1, 0.000_25, 0.000_5];

/** Metrics of sends in this process. */
@Injectable()
export class SendMetrics {
  private readonly toCommit = new Histogram({
    name: 'parley_send_to_commit_seconds',
    help: 'Seconds from the grant of a send to the commit of its message.',
    buckets: BUCKETS,
    registers: [this.registry],
  });

  private readonly toSocket = new Histogram({
    name: 'parley_commit_to_socket_seconds',
    help:
      'Seconds from the commit of a batch of messages until the last of their frames was handed to the sockets of this ' +
      'process: one observation for each batch, and none for batches of other processes.',
    buckets: [...SHORTEST_BUCKETS, ...BUCKETS],
    registers: [this.registry],
  });

  constructor(private readonly registry: MetricsRegistry) {}

  /** @param queued returns the number of queued messages */
  countQueued(queued: () => number): void {
    new Gauge({
      name: 'parley_sends_waiting',
      help: 'Messages that are queued until the batch of their room is stored.',
      registers: [this.registry],
      collect() {
        this.set(queued());
      },
    });
  }

  committed(afterMs: number): void {
    this.toCommit.observe(afterMs / 1_000);
  }

  dispatched(afterMs: number): void {
    this.toSocket.observe(afterMs / 1_000);
  }
}

export interface StoredSend {
  readonly send: PendingSend;
  readonly place: Placed;
}

/** Dispatches the messages of a batch after its commit. */
@Injectable()
export class StoredDispatch {
  private readonly listeners: ((count: number) => void)[] = [];

  constructor(
    private readonly dispatcher: Dispatch,
    private readonly threads: ThreadsRepository,
    private readonly metrics: SendMetrics,
  ) {}

  /** @param listener is told how many messages this node has stored, after each commit */
  onStored(listener: (count: number) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Dispatches in the order given. The rooms of replies in threads come last: they wait for the summaries of the
   * threads, which the other rooms do not.
   * @param committedAt by `performance.now`
   */
  async dispatch(stored: readonly StoredSend[], committedAt: number): Promise<void> {
    for (const { send } of stored) this.metrics.committed(committedAt - send.since);
    const rooms = new Set(stored.flatMap(({ send }) => (send.draft.parts.thread ? send.roomId : [])));
    this.dispatchAll(stored.filter(({ send }) => !rooms.has(send.roomId)));
    if (rooms.size > 0) {
      const replies = await this.replies(stored);
      this.dispatchAll(
        stored.filter(({ send }) => rooms.has(send.roomId)),
        replies,
      );
    }
    if (stored.length === 0) return;
    this.metrics.dispatched(performance.now() - committedAt);
    for (const listener of this.listeners) listener(stored.length);
  }

  /** Read after the commit, so that each summary contains its reply. Without the database there are no summaries. */
  private async replies(stored: readonly StoredSend[]): Promise<RepliesByThread> {
    const threads = stored.flatMap(({ send: { roomId, draft } }) =>
      draft.parts.thread ? { room_id: roomId, message_id: draft.parts.thread.id } : [],
    );
    try {
      return await this.threads.replies(threads);
    } catch {
      return NO_REPLIES;
    }
  }

  private dispatchAll(stored: readonly StoredSend[], replies = NO_REPLIES): void {
    const dispatchEach = (): void => {
      for (const each of stored) this.dispatchOne(each, replies);
    };
    // A single message skips batching, so that its first listener does not wait for the last.
    if (stored.length > 1) this.dispatcher.batch(dispatchEach);
    else dispatchEach();
  }

  /** A sender who has got an error receives the message as all others do. */
  private dispatchOne(
    { send: { id, draft, trace, isLate, resolve }, place }: StoredSend,
    replies: RepliesByThread,
  ): void {
    const message = withReplies(toStored(id, draft, place), replies);
    if (message.isDeleted) {
      resolve({ message, duplicate: true });
      return;
    }
    const entry = { roomId: message.roomId, seq: message.seq, frame: messageSent(message) };
    const delivered = inTrace(trace, () => this.dispatcher.append(entry, isLate ? undefined : draft.origin));
    resolve(delivered.then(() => ({ message, duplicate: false })));
  }
}
