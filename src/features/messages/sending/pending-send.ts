import { conflict } from '@parley/protocol';
import type { Refusal } from '@parley/protocol';
import { InternalFault } from '@parley/realtime/requests';

import type { Trace } from '../../../platform/tracing/traces.js';
import type { StoredMessage } from '../message.view.js';
import type { Draft } from './draft.js';
import { AlreadyStored, DuplicateClientMessageId } from './message-insert.js';
import type { NewMessage, SentTooFast } from './message-insert.js';
import type { SendKey } from './messages.repository.js';

export interface WrittenMessage {
  readonly message: StoredMessage;
  /** Whether an earlier send with the same `client_message_id` stored it: then it has not been dispatched now. */
  readonly duplicate: boolean;
}

/** A draft that is queued or being stored. */
export interface PendingSend {
  readonly id: string;
  readonly roomId: string;
  /** Approximately, of its dispatch. */
  readonly bytes: number;
  /** When it was queued, by the clock of `performance`. */
  readonly since: number;
  readonly trace: Trace | undefined;
  draft: Draft;
  /** Whether it has failed, because it waited for too long. */
  isLate: boolean;
  readonly resolve: (written: WrittenMessage | Promise<WrittenMessage>) => void;
  readonly reject: (error: unknown) => void;
}

/** A send that waits for longer for its commit fails, for example while the database does not answer. */
const LONGEST_WAIT_MS = 10_000;

/** The callbacks by which a send receives its outcome. */
type Settling = Pick<PendingSend, 'resolve' | 'reject'>;

/** The fault of a send that may be stored. */
export const outcomeUnknown = (cause: unknown): InternalFault =>
  new InternalFault('It is not known whether this was stored: send it again with the same client_message_id', cause);

/** A send that fails by itself if it is not settled in time. It may be stored nevertheless. */
export function pendingSend(
  send: Omit<PendingSend, 'isLate' | keyof Settling>,
  { resolve, reject }: Settling,
): PendingSend {
  const timer = setTimeout(() => {
    pending.isLate = true;
    reject(outcomeUnknown(new Error('Timeout: the message has waited for too long.')));
  }, LONGEST_WAIT_MS).unref();
  const pending: PendingSend = {
    ...send,
    isLate: false,
    resolve: (written) => {
      clearTimeout(timer);
      resolve(written);
    },
    reject: (error) => {
      clearTimeout(timer);
      reject(error);
    },
  };
  return pending;
}

export const newMessageOf = ({ id, draft }: PendingSend): NewMessage => ({
  id,
  grant: draft.grant,
  content: draft.content,
  clientMessageId: draft.clientMessageId,
  parentId: draft.references.parent?.id,
  forwardedFromId: draft.references.forwardedFrom?.id,
  keepsDraft: draft.keepsDraft,
  releasedBy: draft.releasedBy,
  attachments: draft.attachments,
  parts: draft.parts,
});

export function rejectAll(sends: readonly PendingSend[], error: unknown): void {
  for (const { reject } of sends) reject(error);
}

/** Without the sends that have waited for too long: they are not stored. */
export const withoutLate = (sends: readonly PendingSend[]): readonly PendingSend[] =>
  sends.filter(({ isLate }) => !isLate);

/** Rejects the sends of senders who have to wait. */
export const withoutRefused = (sends: readonly PendingSend[], { refused }: SentTooFast): readonly PendingSend[] =>
  sends.filter(({ id, reject }) => {
    const refusal = refused.get(id);
    if (refusal) reject(refusal);
    return !refusal;
  });

/** @returns undefined for a draft without a `client_message_id` */
export const keyOf = ({ actor, grant, clientMessageId }: Draft): SendKey | undefined =>
  clientMessageId === undefined ? undefined : { roomId: grant.roomId, senderId: actor.user.id, clientMessageId };

/** The key as one value. */
export const keyText = ({ roomId, senderId, clientMessageId }: SendKey): string =>
  `${roomId}:${String(senderId)}:${clientMessageId}`;

/** The result of a repeated send. */
export const duplicateOf = (original: StoredMessage): WrittenMessage => ({ message: original, duplicate: true });

/** The message exists, and is not found by its key: it was deleted meanwhile, or has none. */
export const storedAlready = (): Refusal => conflict('This message is stored already.');

/** Whether a message of the batch is stored: by the `client_message_id`, or by the id that its draft gives it. */
export const isStored = (error: unknown): boolean =>
  error instanceof DuplicateClientMessageId || error instanceof AlreadyStored;

/** Whether two sends have grants for the same version of their room. */
export const isOfOneVersion = (one: PendingSend, other: PendingSend): boolean =>
  one.draft.grant.roomVersion === other.draft.grant.roomVersion;

export interface BatchSize {
  readonly rooms: number;
  readonly items: number;
  /** The first item may be larger. */
  readonly bytes: number;
}

/**
 * Items that are queued to be written, by room. A room whose items are being written is busy: its other items stay
 * queued until it is released. This keeps the order within each room while several batches are written.
 */
export class BatchQueue<Item extends { readonly bytes: number }> {
  private readonly queued = new Map<string, Item[]>();
  private readonly busy = new Set<string>();

  /** The number of queued items of all rooms. */
  get size(): number {
    let size = 0;
    for (const items of this.queued.values()) size += items.length;
    return size;
  }

  add(roomId: string, item: Item): void {
    const queue = this.queued.get(roomId);
    if (queue) queue.push(item);
    else this.queued.set(roomId, [item]);
  }

  /** Queues items before all others of their rooms, in the order given. */
  putBack(items: readonly (readonly [roomId: string, item: Item])[]): void {
    for (const [roomId, item] of items.toReversed())
      this.queued.set(roomId, [item, ...(this.queued.get(roomId) ?? [])]);
  }

  /**
   * Takes the oldest items of rooms that are not busy, and makes these rooms busy.
   * @param together whether two items of a room may be in one batch; the first pair that may not ends the room's share
   */
  take(most: BatchSize, together: (one: Item, other: Item) => boolean): Item[] {
    const space = new BatchSpace(most);
    const taken: Item[] = [];
    let rooms = 0;
    for (const [roomId, queue] of this.queued) {
      if (this.busy.has(roomId)) continue;
      taken.push(...this.share(roomId, queue, space, together));
      rooms += 1;
      if (space.isFull || rooms === most.rooms) break;
    }
    return taken;
  }

  release(roomIds: Iterable<string>): void {
    for (const roomId of roomIds) this.busy.delete(roomId);
  }

  private share(
    roomId: string,
    queue: Item[],
    space: BatchSpace,
    together: (one: Item, other: Item) => boolean,
  ): Item[] {
    const end = queue.findIndex((item) => !together(queue[0] ?? item, item) || !space.take(item.bytes));
    const share = queue.splice(0, end === -1 ? queue.length : end);
    if (queue.length === 0) this.queued.delete(roomId);
    if (share.length > 0) this.busy.add(roomId);
    return share;
  }
}

class BatchSpace {
  isFull = false;
  private items = 0;
  private bytes = 0;

  constructor(private readonly most: BatchSize) {}

  /** @returns whether the item fits; the first one does */
  take(bytes: number): boolean {
    this.isFull ||= this.items === this.most.items || (this.items > 0 && this.bytes + bytes > this.most.bytes);
    if (this.isFull) return false;
    this.items += 1;
    this.bytes += bytes;
    return true;
  }
}
