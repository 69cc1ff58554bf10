import { Injectable } from '@nestjs/common';
import { Refusal } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { grouped } from '../../../platform/collections/groups.js';
import { thisTrace, tracedTogether } from '../../../platform/tracing/traces.js';
import { HiddenChats } from '../../rooms/membership/hidden-chats.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { MentionCheck } from '../mentions/mention-check.js';
import { MessagePolicy } from '../message.policy.js';
import {
  BatchQueue,
  duplicateOf,
  isOfOneVersion,
  isStored,
  keyOf,
  keyText,
  newMessageOf,
  pendingSend,
  rejectAll,
  storedAlready,
  withoutLate,
  withoutRefused,
} from './pending-send.js';
import type { BatchSize, PendingSend, WrittenMessage } from './pending-send.js';
import { bytesOf, newMessageId } from './draft.js';
import type { Draft } from './draft.js';
import { IdempotentInsert } from './idempotent-insert.js';
import { MessageReferences } from './message-references.js';
import { RowRefused, SentTooFast, UploadsScanned } from './message-insert.js';
import { checkRules } from './message-content.js';
import { SendMetrics, StoredDispatch } from './stored-dispatch.js';
import { SendOutcomes } from './send-outcomes.js';

interface Batch {
  readonly sends: readonly PendingSend[];
  /** The rooms whose other sends stay queued until they are released. */
  readonly busyRooms: Set<string>;
  /** Whether it counts as one of the inserts at once. */
  isStoring: boolean;
}

/**
 * The bytes bound the statement, and what each member receives in one turn of the event loop: a prompt reader must not
 * pass MAX_UNSENT_BYTES.
 */
const BATCH_SIZE: Omit<BatchSize, 'rooms'> = { items: 500, bytes: 262_144 };

/**
 * Stores messages in batches and dispatches them: sends that arrive while the database is busy share one statement, one
 * commit and one round trip.
 *
 * Messages of one room are stored and dispatched in the order in which they were queued. A message that cannot be
 * stored fails alone. Nothing is dispatched that is not committed.
 */
@Injectable()
export class MessageWriter {
  private readonly queue = new BatchQueue<PendingSend>();
  private readonly batchSize: BatchSize;
  private batches = 0;
  private scheduled = false;

  constructor(
    private readonly outcomes: SendOutcomes,
    private readonly inserts: IdempotentInsert,
    private readonly policy: MessagePolicy,
    private readonly references: MessageReferences,
    private readonly mentions: MentionCheck,
    private readonly hiddenChats: HiddenChats,
    private readonly uploads: AttachedUploads,
    private readonly stored: StoredDispatch,
    metrics: SendMetrics,
  ) {
    this.batchSize = { ...BATCH_SIZE, rooms: inserts.bounds.rooms };
    metrics.countQueued(() => this.queue.size);
  }

  /**
   * Stores a message and dispatches it to its room.
   * @returns once the sender has received it
   * @throws Refusal 4004 or 4002 if the sender has lost the permission since the grant; 4005 if the
   *   message exists, and was deleted meanwhile
   */
  write(draft: Draft): Promise<WrittenMessage> {
    const { roomId } = draft.grant;
    return new Promise((resolve, reject) => {
      const send = {
        id: draft.id ?? newMessageId(),
        roomId,
        bytes: bytesOf(draft),
        since: performance.now(),
        trace: thisTrace({ 'parley.room': roomId }),
        draft,
      };
      this.queue.add(roomId, pendingSend(send, { resolve, reject }));
      this.schedule();
    });
  }

  /** Starts a batch after this turn of the event loop, so that sends of the same moment share it. */
  private schedule(): void {
    if (this.scheduled || this.batches >= this.inserts.bounds.inserts) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.startBatch();
    });
  }

  private startBatch(): void {
    if (this.batches >= this.inserts.bounds.inserts) return;
    const taken = this.queue.take(this.batchSize, isOfOneVersion);
    if (taken.length === 0) return;
    this.batches += 1;
    const batch: Batch = {
      sends: withoutLate(taken),
      busyRooms: new Set(taken.map(({ roomId }) => roomId)),
      isStoring: true,
    };
    const traces = batch.sends.map(({ trace }) => trace);
    void tracedTogether('message.batch', traces, () => this.process(batch));
    this.schedule();
  }

  private async process(batch: Batch): Promise<void> {
    let excluded: readonly PendingSend[] = [];
    try {
      excluded = await this.writeAll(batch.sends, batch);
    } catch (error) {
      rejectAll(batch.sends, error);
    }
    this.release(batch, excluded);
    const byRoom = grouped(excluded, ({ roomId }) => roomId);
    await Promise.all([...byRoom].map(([roomId, sends]) => this.renew(roomId, sends)));
  }

  /** Frees the batch's place for other batches, and releases its rooms except for the excluded ones. */
  private release(batch: Batch, excluded: readonly PendingSend[]): void {
    const kept = new Set(excluded.map(({ roomId }) => roomId));
    const released = [...batch.busyRooms].filter((roomId) => !kept.has(roomId));
    for (const roomId of released) batch.busyRooms.delete(roomId);
    this.queue.release(released);
    if (!batch.isStoring) return;
    batch.isStoring = false;
    this.batches -= 1;
    // If the database is idle, the next batch starts immediately. Otherwise, more sends may join it first.
    if (this.batches === 0) this.startBatch();
    else this.schedule();
  }

  /**
   * Settles all sends except those that the database excluded.
   * @param batch released as soon as its messages are stored, before they are dispatched
   * @returns the excluded sends, in their order
   */
  private async writeAll(sends: readonly PendingSend[], batch?: Batch): Promise<readonly PendingSend[]> {
    try {
      return await this.storeAndDispatch(sends, batch);
    } catch (error) {
      if (isStored(error)) return this.writeWithoutDuplicates(sends);
      if (error instanceof SentTooFast) return this.writeAll(withoutRefused(sends, error));
      if (error instanceof RowRefused && sends.length > 1) return this.writeOneByOne(sends);
      if (error instanceof UploadsScanned) return this.writeScanned(sends);
      rejectAll(sends, error instanceof RowRefused && error.cause instanceof Refusal ? error.cause : error);
      return [];
    }
  }

  private async storeAndDispatch(sends: readonly PendingSend[], batch?: Batch): Promise<readonly PendingSend[]> {
    if (sends.length === 0) return [];
    const placed = await this.inserts.insert(sends.map(newMessageOf));
    const committedAt = performance.now();
    const excluded = placed.size === sends.length ? [] : sends.filter(({ id }) => !placed.has(id));
    if (batch) this.release(batch, excluded);
    const stored = sends.flatMap((send) => {
      const place = placed.get(send.id);
      return place ? [{ send, place }] : [];
    });
    await this.stored.dispatch(stored, committedAt);
    return excluded;
  }

  private async writeOneByOne(sends: readonly PendingSend[]): Promise<readonly PendingSend[]> {
    const excluded: PendingSend[] = [];
    for (const send of sends) excluded.push(...(await this.writeAll(withoutLate([send]))));
    return excluded;
  }

  /** A verdict is final, so that this happens at most as often as the message has files. */
  private async writeScanned([send]: readonly PendingSend[]): Promise<readonly PendingSend[]> {
    if (!send) return [];
    try {
      send.draft = {
        ...send.draft,
        attachments: await this.uploads.scanned(send.draft.grant, send.draft.attachments),
      };
    } catch (error) {
      send.reject(error);
      return [];
    }
    return this.writeAll(withoutLate([send]));
  }

  private async writeWithoutDuplicates(sends: readonly PendingSend[]): Promise<readonly PendingSend[]> {
    const fresh = await this.settleDuplicates(sends);
    if (fresh.length === 0) return [];
    if (fresh.length < sends.length) return this.writeAll(fresh);
    if (fresh.length > 1) return this.writeOneByOne(fresh);
    rejectAll(fresh, storedAlready());
    return [];
  }

  /** @returns the sends that are not duplicates */
  private async settleDuplicates(sends: readonly PendingSend[]): Promise<readonly PendingSend[]> {
    const originals = await this.outcomes.stored(sends.flatMap(({ draft }) => keyOf(draft) ?? []));
    return sends.filter((send) => {
      const key = keyOf(send.draft);
      const original = key && originals.get(keyText(key));
      if (original) send.resolve(duplicateOf(original));
      return !original;
    });
  }

  /**
   * Renews the grants of excluded sends. The database excludes the sends of a room that has changed since the grants,
   * that its other user has deleted, or in which a duplicate has been deleted. Sends that are still permitted are
   * queued again, before all others of the room.
   */
  private async renew(roomId: string, sends: readonly PendingSend[]): Promise<void> {
    try {
      const fresh = await this.settleDuplicates(sends);
      const permitted = await Promise.all(fresh.map((send) => this.renewDraft(send)));
      this.queue.putBack(fresh.filter((_, at) => permitted[at]).map((send) => [roomId, send]));
    } catch (error) {
      rejectAll(sends, error);
    } finally {
      this.queue.release([roomId]);
      this.schedule();
    }
  }

  /** @returns false if the sender is no longer permitted to send, which rejects the send */
  private async renewDraft(send: PendingSend): Promise<boolean> {
    const { draft, roomId } = send;
    try {
      const grant = await this.renewGrant(draft.actor, roomId);
      const references = await this.references.read(draft.actor, roomId, draft.referencedIds);
      checkRules(grant, { ...draft, forwardedFrom: references.forwardedFrom });
      const mentions = await this.mentions.sent(draft.actor, roomId, draft.mentionsRequest);
      send.draft = { ...draft, grant, references, parts: { ...draft.parts, mentions, thread: references.thread } };
      return true;
    } catch (error) {
      send.reject(error);
      return false;
    }
  }

  /** A message to a user who has deleted the OneToOneChat makes them a member again before it is stored. */
  private async renewGrant(actor: Actor, roomId: string): Promise<Draft['grant']> {
    const grant = await this.policy.maySendStill(actor, roomId);
    if (!grant.isHidden) return grant;
    await this.hiddenChats.show(actor, roomId);
    return this.policy.maySendStill(actor, roomId);
  }
}
