import { MAX_LISTED_MEMBERS } from '@parley/protocol';
import type { Attachment, User } from '@parley/protocol';

import { grouped } from '../platform/collections/group-by.js';
import { jsonFromStored, textFromStored } from '../platform/database/stored-text.js';
import { USER_JSON, userFromRow } from '../users/user.view.js';
import type { UserRow } from '../users/user.view.js';
import { shortened } from './bounded-message.js';
import { measuredRows } from './message-bytes.js';
import type { ByteLimit } from './message-bytes.js';
import type { StoredMessage, StoredReaction, StoredReceipt } from './message.view.js';

/** A row of {@link withMessages}. */
export interface NamingRow {
  readonly message_id: string | null;
  /** In the first row only. */
  readonly shown: ShownRows | null;
  /** With a limit: whether the row and those before it fit. */
  readonly fits?: boolean;
  /** With a limit: whether the row is larger than a first row may be, so that its message is {@link shortened}. */
  readonly is_shortened?: boolean;
  /** With a limit: the place of the row in the order in which rows are kept, from 1. */
  readonly place?: number;
}

/** The rows that all named messages consist of. */
interface ShownRows {
  readonly messages: readonly MessageRow[];
  readonly receipts: readonly ReceiptRow[];
  readonly reactions: readonly ReactionRow[];
  readonly attachments: readonly AttachmentRow[];
  readonly users: readonly UserRow[];
}

interface MessageRow {
  readonly id: string;
  readonly room_id: string;
  readonly seq: number;
  readonly sender_id: number;
  readonly content: string;
  readonly is_forwarded: boolean;
  readonly is_edited: boolean;
  readonly is_deleted: boolean;
  readonly client_message_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly parent_id: string | null;
  readonly forwarded_from_id: string | null;
}

type ReceiptRow = readonly [messageId: string, userId: number, readAt: string | null];
type ReactionRow = readonly [messageId: string, userId: number, content: string, createdAt: string];
type AttachmentRow = Attachment & { readonly message_id: string };

/** The columns of a message that are read. */
export const MESSAGE_COLUMNS = `
  id, room_id, seq, sender_id, content, is_forwarded, is_edited, is_deleted, client_message_id, created_at, updated_at,
  parent_id, forwarded_from_id`;

/** The parts of {@link withMessages} that differ between statements. */
interface NamingOptions {
  /** A relation that has {@link MESSAGE_COLUMNS} of the named messages. */
  readonly source?: string;
  /** Columns of the naming SELECT that are the ids of users, or null: these users are returned as well. */
  readonly people?: readonly string[];
  /** Undefined: all rows are returned. */
  readonly limit?: ByteLimit;
}

/**
 * A statement that reads the messages that a SELECT names, in the same snapshot: together with their parents and
 * forwarded messages, and with the receipts, reactions, attachments and users of all of these. Each message and user is
 * read and returned once, even if several rows refer to it. Each is looked up by its id (hence `OFFSET 0`): with a
 * join, the planner might read a whole table for a few of its rows.
 *
 * With a limit, the rows that fit are returned with their messages, and the one after them without ({@link fittingPage}).
 *
 * @param naming a SELECT whose rows name a message each, or null, as `message_id`
 * @param order columns of `naming` by which the result is ordered
 */
export const withMessages = (
  naming: string,
  order: string,
  { source = 'messages', people = [], limit }: NamingOptions = {},
): string => `
  WITH naming AS MATERIALIZED (${naming}),
  named AS MATERIALIZED (
    SELECT m.* FROM (SELECT DISTINCT message_id AS id FROM naming) n
    CROSS JOIN LATERAL (SELECT ${MESSAGE_COLUMNS} FROM ${source} WHERE id = n.id OFFSET 0) m
  ), shown AS MATERIALIZED (
    SELECT * FROM named
    UNION ALL
    SELECT m.* FROM (
      SELECT parent_id AS id FROM named UNION SELECT forwarded_from_id FROM named EXCEPT SELECT id FROM named) related
    CROSS JOIN LATERAL (SELECT ${MESSAGE_COLUMNS} FROM messages WHERE id = related.id OFFSET 0) m
  ), receipted AS MATERIALIZED (
    SELECT e.* FROM shown CROSS JOIN LATERAL (
      SELECT message_id, user_id, delivered_at, read_at FROM receipts WHERE message_id = shown.id
      ORDER BY delivered_at, user_id LIMIT ${String(MAX_LISTED_MEMBERS)}) e
  ), reacted AS MATERIALIZED (
    SELECT e.* FROM shown CROSS JOIN LATERAL (
      SELECT message_id, user_id, content, created_at FROM reactions WHERE message_id = shown.id
      ORDER BY created_at, user_id LIMIT ${String(MAX_LISTED_MEMBERS)}) e
  ), persons AS MATERIALIZED (
    SELECT ${USER_JSON} AS shown FROM (
      SELECT sender_id AS id FROM shown UNION SELECT user_id FROM receipted UNION SELECT user_id FROM reacted
      ${people.map((column) => `UNION SELECT ${column} FROM naming`).join(' ')}) person
    CROSS JOIN LATERAL (SELECT * FROM users WHERE id = person.id OFFSET 0) u
  )${limit ? `, ${measuredRows(limit)}` : ''}
  SELECT rows.*, CASE WHEN row_number() OVER (ORDER BY ${order}) = 1 THEN json_build_object(
    'messages', ARRAY(SELECT row_to_json(shown) FROM shown ${limit ? 'WHERE id IN (SELECT id FROM needed)' : ''}),
    'receipts', ARRAY(
      SELECT json_build_array(message_id, user_id, read_at) FROM receipted ${ofNeeded(limit)}
      ORDER BY delivered_at, user_id),
    'reactions', ARRAY(
      SELECT json_build_array(message_id, user_id, content, created_at) FROM reacted ${ofNeeded(limit)}
      ORDER BY created_at, user_id),
    'attachments', ARRAY(
      SELECT row_to_json(a) FROM ${limit ? 'needed' : 'shown'} holder
      CROSS JOIN LATERAL (SELECT * FROM attachments WHERE message_id = holder.id OFFSET 0) a
      ORDER BY a.position),
    'users', ARRAY(SELECT shown FROM persons)
  ) END AS shown
  FROM ${limit ? 'fitting' : 'naming'} rows ORDER BY ${order}`;

const ofNeeded = (limit: ByteLimit | undefined): string => (limit ? 'WHERE message_id IN (SELECT id FROM needed)' : '');

/** Whether a row of {@link withMessages} is within its limit. The first row always is. */
export const isFitting = ({ fits, place }: NamingRow): boolean => fits !== false || place === 1;

/** The rows of {@link withMessages} on a page. */
interface FittingPage<Row> {
  /** At least one row, if there is any. */
  readonly rows: readonly Row[];
  /** Whether there are further rows. */
  readonly hasMore: boolean;
  /** Whether the page has fewer rows than its size because of its bytes. */
  readonly truncated: boolean;
}

/** @param size the maximum number of rows; a row more may have been read, to know whether there are any */
export function fittingPage<Row extends NamingRow>(all: readonly Row[], size: number): FittingPage<Row> {
  const rows = all.filter(isFitting).slice(0, size);
  const hasMore = all.length > rows.length;
  return { rows, hasMore, truncated: hasMore && rows.length < size };
}

/** The existing messages that the rows of {@link withMessages} name, in the order of the rows. */
export function messagesIn(rows: readonly NamingRow[]): StoredMessage[] {
  const { messageOf } = shownIn(rows);
  return rows.flatMap((row) => messageOf(row) ?? []);
}

const NOTHING: ShownRows = { messages: [], receipts: [], reactions: [], attachments: [], users: [] };

/** The messages and users in the rows of {@link withMessages}. */
export interface Shown {
  /** The message that a row names; null if it names none, or one that does not exist. */
  readonly messageOf: (row: NamingRow) => StoredMessage | null;
  /** Null if there is no user with the id. */
  readonly userOf: (id: number | null) => User | null;
}

export function shownIn(rows: readonly NamingRow[]): Shown {
  const shown = rows[0]?.shown ?? NOTHING;
  const messages = new Map(shown.messages.map((row) => [row.id, row]));
  const users = new Map(shown.users.map((row) => [row.id, userFromRow(row)]));
  const receipts = grouped(shown.receipts, ([messageId]) => messageId);
  const reactions = grouped(shown.reactions, ([messageId]) => messageId);
  const attachments = grouped(shown.attachments, ({ message_id }) => message_id);

  return {
    messageOf: ({ message_id, is_shortened }) => {
      const row = found(message_id);
      const whole = row && message(row, related(row.parent_id), related(row.forwarded_from_id));
      return whole && is_shortened ? shortened(whole) : whole;
    },
    userOf: (id) => (id === null ? undefined : users.get(id)) ?? null,
  };

  function found(id: string | null): MessageRow | null {
    return (id === null ? undefined : messages.get(id)) ?? null;
  }

  function related(id: string | null): StoredMessage | null {
    const row = found(id);
    return row && !row.is_deleted ? message(row, null, null) : null;
  }

  function message(row: MessageRow, parent: StoredMessage | null, forwardedFrom: StoredMessage | null): StoredMessage {
    return {
      id: row.id,
      roomId: row.room_id,
      seq: row.seq,
      sender: user(row.sender_id),
      content: textFromStored(row.content),
      isForwarded: row.is_forwarded,
      isEdited: row.is_edited,
      isDeleted: row.is_deleted,
      clientMessageId: row.client_message_id,
      createdAt: new Date(row.created_at),
      updatedAt: new Date(row.updated_at),
      parent,
      forwardedFrom,
      receipts: (receipts.get(row.id) ?? []).map(receipt),
      reactions: (reactions.get(row.id) ?? []).map(reaction),
      attachments: (attachments.get(row.id) ?? []).map(attachment),
    };
  }

  function user(id: number): User {
    const known = users.get(id);
    if (!known) throw new Error('a row of a message is without a row of its user');
    return known;
  }

  function receipt([, userId, readAt]: ReceiptRow): StoredReceipt {
    return { user: user(userId), readAt: readAt === null ? null : new Date(readAt) };
  }

  function reaction([, userId, content, createdAt]: ReactionRow): StoredReaction {
    return { user: user(userId), content: textFromStored(content), createdAt: new Date(createdAt) };
  }
}

const attachment = (row: AttachmentRow): Attachment => ({
  id: row.id,
  media_url: row.media_url,
  media_type: row.media_type,
  mime_type: row.mime_type,
  file_size: row.file_size,
  caption: textFromStored(row.caption),
  metadata: jsonFromStored(row.metadata) as Attachment['metadata'],
});
