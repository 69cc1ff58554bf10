import type { Message, Refusal } from '@parley/protocol';

import type { Types, ValuesOf } from '../../../platform/database/statement.js';
import type { StoredAttachment } from '../attachments/attachment.view.js';
import type { ReleaseGrant } from '../held/release.policy.js';
import type { MessageGrant } from '../message.policy.js';
import type { Mentions } from '../message.view.js';
import type { NewPoll } from '../polls/poll.view.js';

/** The parts of a message besides its text. Most messages have none. */
export interface MessageParts {
  /** Undefined: the default. */
  readonly kind: string | undefined;
  /** Undefined: none. */
  readonly metadata: Message['metadata'] | undefined;
  readonly mentions: Mentions;
  /** Whether members are not notified of the message. */
  readonly isSilent: boolean;
  /** Undefined: it is no reply in a thread. */
  readonly thread: ThreadOfDraft | undefined;
  /** Undefined: none. */
  readonly poll: NewPoll | undefined;
}

/** The thread in which a message is to be a reply. */
export interface ThreadOfDraft {
  /** The id of the message that starts it. */
  readonly id: string;
  readonly alsoToRoom: boolean;
  /** The sender of that message, if this may be the first reply. */
  readonly starterId: number | undefined;
}

/** A message before it has a number. */
export interface NewMessage {
  readonly id: string;
  readonly grant: MessageGrant<'message.send'>;
  readonly content: string;
  readonly clientMessageId: string | undefined;
  readonly parentId: string | undefined;
  readonly forwardedFromId: string | undefined;
  readonly attachments: readonly StoredAttachment[];
  readonly parts: MessageParts;
  /** Whether what its sender is writing in its place stays as it is. */
  readonly keepsDraft?: boolean | undefined;
  /** If it was held: the transaction that stores it ends that. */
  readonly releasedBy?: ReleaseGrant | undefined;
}

/** The place of a stored message in its room. */
export interface Placed {
  readonly seq: number;
  readonly createdAt: Date;
  /** Whether it has been deleted since. */
  readonly isDeleted: boolean;
}

/** The columns of the place of a stored message. */
export const PLACE = {
  id: 'uuid',
  seq: 'int8',
  created_at: 'timestamptz',
  is_deleted: 'bool',
} as const satisfies Types;
export type PlacedRow = ValuesOf<typeof PLACE>;

export const toPlaced = (row: PlacedRow): [id: string, place: Placed] => [
  row.id,
  { seq: row.seq, createdAt: row.created_at, isDeleted: row.is_deleted },
];

/** An id exists already: an earlier statement stored all messages that it did not exclude, and this one stored none. */
export class AlreadyStored extends Error {}

/** The sender has used a `client_message_id` in the room before, by the unique index; no message was stored. */
export class DuplicateClientMessageId extends Error {}

/** The connection broke during the statement, which stored all messages or none. */
export class OutcomeUnknown extends Error {}

/**
 * The database rejects a row for its content, or for the state of what it refers to; other rows may be stored without
 * it.
 */
export class RowRefused extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/**
 * The scanner has decided about a file since its message was made: no message was stored, and this one can be stored
 * with the present state of its files.
 */
export class UploadsScanned extends RowRefused {
  constructor() {
    super(new Error('a file was scanned meanwhile'));
  }
}

/**
 * Senders have sent before in rooms with slow mode: no message was stored, and the others can be stored without theirs.
 */
export class SentTooFast extends RowRefused {
  /** @param refused by the ids of their messages */
  constructor(readonly refused: ReadonlyMap<string, Refusal>) {
    super(new Error('slow mode'));
  }
}

export interface InsertBounds {
  /** The most rooms of one insert. */
  readonly rooms: number;
  /** The most inserts at once. */
  readonly inserts: number;
}

/** Stores messages, and gives them the next numbers of their rooms. */
export abstract class MessageInsert {
  abstract readonly bounds: InsertBounds;

  /**
   * Stores all of the messages or, on an error, none.
   *
   * The messages of a room are excluded if the room has changed since the grants, if a user has deleted this
   * OneToOneChat, or if one of them was stored before and has been deleted since; the others take the next sequence
   * numbers of their rooms, in the order given and without a gap. A deletion invalidates every grant of its room: an
   * insert that has waited for it excludes the room.
   *
   * @param messages of as many rooms as the bounds allow; those of one room must have grants for the same version of
   *   the room
   * @returns the place of each stored message, by id
   * @throws DuplicateClientMessageId, RowRefused, SentTooFast, OutcomeUnknown; AlreadyStored on a retry
   */
  abstract insert(messages: readonly NewMessage[]): Promise<Map<string, Placed>>;
}
