import { Injectable } from '@nestjs/common';
import { conflict } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';

import { inTrace, thisTrace, tracedTogether } from '../tracing/index.js';
import type { Trace } from '../tracing/index.js';
import { toStored } from './draft.js';
import type { Draft } from './draft.js';
import { newMessageId } from './message-id.js';
import type { MessageGrant } from './message.policy.js';
import type { StoredMessage } from './message.view.js';
import { AlreadySent, MessagesRepository, RowRefused } from './messages.repository.js';
import type { Placed } from './messages.repository.js';
import { RoomQueues } from './room-queues.js';
import { SendMetrics } from './send-metrics.js';
import { SureInsert } from './sure-insert.js';

export interface Written {
  readonly message: StoredMessage;
  /** Whether it was stored by an earlier send with the same `client_message_id`. */
  readonly duplicate: boolean;
}

interface Pending {
  readonly id: string;
  /** When it was handed over, by the clock of `performance`. */
  readonly since: number;
  readonly draft: Draft;
  readonly trace: Trace | undefined;
  grant: MessageGrant<'message.send'>;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

const MOST_BATCHES = 2;
const MOST_MESSAGES = 500;
/** Whoever has waited longer for their turn, as behind a database that does not answer, waits no more. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Stores messages in groups: those that arrive while the database is busy go into one statement, so that one commit
 * and one round trip carry many.
 *
 * Messages of one room are stored in the order in which they were handed over. One that cannot be stored fails
 * alone. Nothing is announced that is not committed.
 */
@Injectable()
export class GroupWriter {
  private readonly queues = new RoomQueues<Pending>();
  /** Sends under way that carry a `client_message_id`: the same again waits for their outcome. */
  private readonly underway = new Map<string, Promise<Written>>();
  private batches = 0;
  private scheduled = false;

  constructor(
    private readonly messages: MessagesRepository,
    private readonly inserts: SureInsert,
    private readonly dispatch: Dispatch,
    private readonly metrics: SendMetrics,
  ) {
    metrics.countWaiting(() => this.queues.size);
  }

  /**
   * @throws Refusal 4004 or 4002 where the right to send was lost meanwhile; 4005 where the `client_message_id`
   *   belongs to a message of another room
   */
  write(draft: Draft): Promise<Written> {
    const key = keyOf(draft);
    if (key === undefined) return this.enqueue(draft);
    const earlier = this.underway.get(key);
    if (earlier) {
      return earlier.then(
        ({ message }) => duplicateOf(message, draft),
        () => this.write(draft),
      );
    }
    const written = this.enqueue(draft).finally(() => this.underway.delete(key));
    this.underway.set(key, written);
    return written;
  }

  private enqueue(draft: Draft): Promise<Written> {
    return new Promise((resolve, reject) => {
      this.queues.add(draft.grant.roomId, {
        id: newMessageId(),
        since: performance.now(),
        draft,
        trace: thisTrace({ 'parley.room': draft.grant.roomId }),
        grant: draft.grant,
        resolve,
        reject,
      });
      this.schedule();
    });
  }

  /** After this turn of the event loop, so that what the same moment brought goes together. */
  private schedule(): void {
    if (this.scheduled || this.batches >= MOST_BATCHES) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.startBatch();
    });
  }

  private startBatch(): void {
    if (this.batches >= MOST_BATCHES) return;
    const taken = this.queues.take(MOST_MESSAGES, (one, other) => one.grant.roomVersion === other.grant.roomVersion);
    if (taken.length === 0) return;
    this.batches += 1;
    const batch = withoutLate(taken);
    let isOver = false;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      this.queues.release(new Set(taken.map(({ grant }) => grant.roomId)));
      this.batches -= 1;
      // The database is not to wait until these are told; where it has another batch, more may come together meanwhile.
      if (this.batches === 0) this.startBatch();
      else this.schedule();
    };
    const traces = batch.map(({ trace }) => trace);
    void tracedTogether('message.batch', traces, () => this.run(batch, over).then((left) => this.renew(left)))
      .catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      })
      .finally(over);
    this.schedule();
  }

  /**
   * Settles all but those, in their order, that were left out.
   * @param stored called where all are stored, before anybody is told: what waits for their rooms may be stored now
   */
  private async run(batch: readonly Pending[], stored: () => void): Promise<Pending[]> {
    try {
      return await this.store(batch, stored);
    } catch (error) {
      if (error instanceof AlreadySent) return this.withoutDuplicates(batch, error);
      if (error instanceof RowRefused && batch.length > 1) return this.oneByOne(batch);
      const reason = error instanceof RowRefused ? (error.refusal ?? error) : error;
      for (const { reject } of batch) reject(reason);
      return [];
    }
  }

  private async store(batch: readonly Pending[], stored: () => void): Promise<Pending[]> {
    if (batch.length === 0) return [];
    const placed = await this.inserts.insert(
      batch.map(({ id, grant, draft }) => ({
        id,
        grant,
        content: draft.content,
        clientMessageId: draft.clientMessageId,
        parentId: draft.references.parent?.id,
        forwardedFromId: draft.references.forwardedFrom?.id,
        attachments: draft.attachments,
      })),
    );
    const committedAt = performance.now();
    if (placed.size === batch.length) stored();
    const left: Pending[] = [];
    const tell = (): void => {
      for (const pending of batch) {
        const place = placed.get(pending.id);
        if (!place) {
          left.push(pending);
          continue;
        }
        settle(pending, place);
        this.metrics.committed(committedAt - pending.since);
      }
    };
    // What is alone is heard sooner by the first if it does not wait for the last.
    if (batch.length > 1) this.dispatch.batch(tell);
    else tell();
    if (left.length < batch.length) this.metrics.told(performance.now() - committedAt);
    return left;
  }

  /** One bad message fails alone. */
  private async oneByOne(batch: readonly Pending[]): Promise<Pending[]> {
    const left: Pending[] = [];
    for (const pending of batch) left.push(...(await this.run(withoutLate([pending]), nothing)));
    return left;
  }

  private async withoutDuplicates(batch: readonly Pending[], error: AlreadySent): Promise<Pending[]> {
    const fresh = await this.settleDuplicates(batch);
    if (fresh.length === 0) return [];
    if (fresh.length < batch.length) return this.run(fresh, nothing);
    for (const { reject } of batch) reject(error);
    return [];
  }

  /** @returns those that are sent for the first time */
  private async settleDuplicates(batch: readonly Pending[]): Promise<Pending[]> {
    const originals = await this.originals(batch);
    return batch.filter((pending) => {
      const original = originals.get(keyOf(pending.draft));
      if (original) settleDuplicate(pending, original);
      return !original;
    });
  }

  private async originals(batch: readonly Pending[]): Promise<Map<string | undefined, StoredMessage>> {
    const identified = batch.flatMap(({ draft: { clientMessageId, sender } }) =>
      clientMessageId === undefined ? [] : [{ senderId: sender.id, clientMessageId }],
    );
    if (identified.length === 0) return new Map();
    const messages = await this.messages.sent(
      identified.map(({ senderId }) => senderId),
      identified.map(({ clientMessageId }) => clientMessageId),
    );
    return new Map(messages.map((message) => [sendKey(message.sender.id, message.clientMessageId ?? ''), message]));
  }

  /**
   * They were left out: one of their room was stored before and is deleted, or the room has changed since sending was
   * granted. The others, if they may still be sent, go again, before all that waits.
   */
  private async renew(batch: readonly Pending[]): Promise<void> {
    const again: Pending[] = [];
    for (const pending of await this.settleDuplicates(batch)) {
      try {
        pending.grant = await pending.draft.renew();
        again.push(pending);
      } catch (error) {
        pending.reject(error);
      }
    }
    this.queues.putBack(again.map((pending) => [pending.grant.roomId, pending]));
  }
}

function settle({ id, draft, trace, resolve }: Pending, place: Placed): void {
  const message = toStored(id, draft, place);
  if (!message.isDeleted)
    inTrace(trace, () => {
      draft.stored(message);
    });
  resolve({ message, duplicate: message.isDeleted });
}

const nothing = (): void => undefined;

/** The others are refused: they were not stored. */
function withoutLate(taken: readonly Pending[]): Pending[] {
  const earliest = performance.now() - LONGEST_WAIT_MS;
  return taken.filter(({ since, reject }) => {
    if (since < earliest) reject(new Error('It waited too long for the database.'));
    return since >= earliest;
  });
}

const sendKey = (senderId: number, clientMessageId: string): string => `${String(senderId)}:${clientMessageId}`;

const keyOf = ({ sender, clientMessageId }: Draft): string | undefined =>
  clientMessageId === undefined ? undefined : sendKey(sender.id, clientMessageId);

function settleDuplicate(pending: Pending, original: StoredMessage): void {
  try {
    pending.resolve(duplicateOf(original, pending.draft));
  } catch (error) {
    pending.reject(error);
  }
}

function duplicateOf(original: StoredMessage, draft: Draft): Written {
  if (original.roomId !== draft.grant.roomId) throw conflict('This client_message_id was used in another room.');
  return { message: original, duplicate: true };
}
