import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Attachment, Refusal } from '@parley/protocol';
import { DataSource, QueryFailedError } from 'typeorm';

import { isOutcomeUnknown, keyColumns, retryOnDeadlock } from '../../platform/database/failures.js';
import { storedJson, storedText } from '../../platform/database/stored-text.js';
import type { MessageGrant } from '../message.policy.js';
import { MESSAGE_COLUMNS, messagesIn, withMessages } from '../message.rows.js';
import type { NamingRow } from '../message.rows.js';
import type { StoredMessage } from '../message.view.js';

/** A message before it has a number. */
export interface NewMessage {
  readonly id: string;
  readonly grant: MessageGrant<'message.send'>;
  readonly content: string;
  readonly clientMessageId: string | undefined;
  readonly parentId: string | undefined;
  readonly forwardedFromId: string | undefined;
  readonly attachments: readonly Attachment[];
}

/** Identifies a send: a `client_message_id` is unique for the sender and the room. */
export interface SendKey {
  readonly roomId: string;
  readonly senderId: number;
  readonly clientMessageId: string;
}

/** The place of a stored message in its room. */
export interface Placed {
  readonly seq: number;
  readonly createdAt: Date;
  /** Whether it has been deleted since. */
  readonly isDeleted: boolean;
}

interface PlacedRow {
  readonly id: string;
  readonly seq: number;
  readonly created_at: Date;
  readonly is_deleted: boolean;
}

/** An id exists already: an earlier statement stored all messages that it did not exclude, and this one stored none. */
export class AlreadyStored extends Error {}

/** The sender has used a `client_message_id` in the room before, by the unique index; no message was stored. */
export class DuplicateClientMessageId extends Error {}

/** The connection broke during the statement, which stored all messages or none. */
export class OutcomeUnknown extends Error {}

/** The database rejects a row for its content; other rows may be stored without it. */
export class RowRefused extends Error {
  /** @param refusal set if a message that the sender referred to has been deleted meanwhile */
  constructor(
    cause: Error,
    readonly refusal?: Refusal,
  ) {
    super(cause.message, { cause });
  }
}

/** SQLSTATE classes 22, data exception, and 23, integrity constraint violation. */
const ROW_PARAMETERS = /^2[23]/;
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Raw SQL: numbers, rows and attachments of a batch are one statement, which is what makes a retry safe and a send
 * fast; the reads include messages whose rows have been deleted, which are in another table.
 */
@Injectable()
export class MessagesRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Stores messages of any rooms in one statement: all of them or, on an error, none.
   *
   * The rooms are locked in the order of their ids. The messages of a room are excluded if the room has changed since the grants, if a user has deleted this OneToOneChat, or if one of
   * them was stored before and has been deleted since; the others take the next sequence numbers of their rooms, in the order given and without a gap. A
   * deletion invalidates every grant of its room: a statement that has waited for it excludes the room.
   *
   * @param messages those of one room must have grants for the same version of the room
   * @returns the place of each stored message, by id
   * @throws DuplicateClientMessageId, RowRefused, OutcomeUnknown; AlreadyStored on a retry
   */
  async insert(messages: readonly NewMessage[]): Promise<Map<string, Placed>> {
    const rooms = new Map<string, { version: number; count: number; lastId: string }>();
    const positions = messages.map(({ id, grant }) => {
      const count = (rooms.get(grant.roomId)?.count ?? 0) + 1;
      rooms.set(grant.roomId, { version: grant.roomVersion, count, lastId: id });
      return count;
    });
    const perRoom = [...rooms.values()];
    const attached = messages.flatMap(({ id, grant, attachments }) =>
      attachments.map((attachment, position) => ({ messageId: id, roomId: grant.roomId, position, attachment })),
    );
    const parameters = [
      [...rooms.keys()],
      perRoom.map(({ version }) => version),
      perRoom.map(({ count }) => count),
      perRoom.map(({ lastId }) => lastId),
      messages.map(({ id }) => id),
      messages.map(({ grant }) => grant.roomId),
      positions,
      messages.map(({ grant }) => grant.userId),
      messages.map(({ content }) => storedText(content)),
      messages.map(({ clientMessageId }) => clientMessageId ?? null),
      messages.map(({ parentId }) => parentId ?? null),
      messages.map(({ forwardedFromId }) => forwardedFromId ?? null),
      ...(attached.length > 0 ? attachmentParameters(attached) : []),
    ];
    const statement = attached.length > 0 ? INSERT_WITH_ATTACHMENTS : INSERT;
    const rows = await retryOnDeadlock(() => this.source.query<PlacedRow[]>(statement, parameters)).catch(
      (error: unknown) => {
        throw translated(error);
      },
    );
    return new Map(rows.map(toPlaced));
  }

  /** The places of the messages that were stored, including deleted ones. */
  async placed(ids: readonly string[]): Promise<Map<string, Placed>> {
    if (ids.length === 0) return new Map();
    const rows = await this.source.query<PlacedRow[]>(
      `SELECT id, seq, created_at, is_deleted FROM messages WHERE id = ANY ($1)
       UNION ALL
       SELECT message_id, seq, created_at, true FROM message_deletions WHERE message_id = ANY ($1)`,
      [ids],
    );
    return new Map(rows.map(toPlaced));
  }

  /** The messages that were stored under these keys, including deleted ones. */
  async sent(keys: readonly SendKey[]): Promise<StoredMessage[]> {
    const rows = await this.source.query<NamingRow[]>(SENT, keyParameters(keys));
    return messagesIn(rows);
  }

  /** The message that was stored under this key, if the sender is still a member of the room. */
  async sentByMember(key: SendKey): Promise<StoredMessage | undefined> {
    const rows = await this.source.query<NamingRow[]>(SENT_BY_MEMBER, keyParameters([key]));
    const [message] = messagesIn(rows);
    return message;
  }
}

/** Messages, and those whose rows have been deleted: these look like messages that are marked as deleted. */
const EVER_SENT = `(
  SELECT ${MESSAGE_COLUMNS} FROM messages
  UNION ALL
  SELECT message_id, room_id, seq, sender_id, '', false, false, true, client_message_id, created_at, created_at, NULL,
    NULL
  FROM message_deletions) ever_sent`;

const keyParameters = (keys: readonly SendKey[]): unknown[] => [
  keys.map(({ roomId }) => roomId),
  keys.map(({ senderId }) => senderId),
  keys.map(({ clientMessageId }) => clientMessageId),
];

const IS_ASKED =
  'room_id = asked.room_id AND sender_id = asked.sender_id AND client_message_id = asked.client_message_id';

const REQUESTED = `
  SELECT m.id AS message_id
  FROM unnest($1::uuid[], $2::int[], $3::uuid[]) AS asked (room_id, sender_id, client_message_id)
  CROSS JOIN LATERAL (
    SELECT id, room_id FROM messages WHERE ${IS_ASKED}
    UNION ALL
    SELECT message_id, room_id FROM message_deletions WHERE ${IS_ASKED}
  ) m`;

const SENT = withMessages(REQUESTED, 'message_id', { source: EVER_SENT });

const SENT_BY_MEMBER = withMessages(
  `${REQUESTED} JOIN room_members s ON s.room_id = m.room_id AND s.user_id = asked.sender_id`,
  'message_id',
  { source: EVER_SENT },
);

const toPlaced = (row: PlacedRow): [id: string, place: Placed] => [
  row.id,
  { seq: row.seq, createdAt: row.created_at, isDeleted: row.is_deleted },
];

interface Attached {
  readonly messageId: string;
  readonly roomId: string;
  readonly position: number;
  readonly attachment: Attachment;
}

const attachmentParameters = (attached: readonly Attached[]): unknown[] => [
  attached.map(({ attachment }) => attachment.id),
  attached.map(({ roomId }) => roomId),
  attached.map(({ messageId }) => messageId),
  attached.map(({ position }) => position),
  attached.map(({ attachment }) => attachment.media_url),
  attached.map(({ attachment }) => attachment.media_type),
  attached.map(({ attachment }) => attachment.mime_type),
  attached.map(({ attachment }) => attachment.file_size),
  attached.map(({ attachment }) => storedText(attachment.caption)),
  attached.map(({ attachment }) => JSON.stringify(storedJson(attachment.metadata))),
];

/**
 * Only the update locks the rooms: a statement that first locks a row and then updates it deadlocks with a statement
 * that waits for the row, if others share a lock of its key (PostgreSQL 15).
 */
const STORED = `
  WITH wanted AS (
    SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::uuid[])
      AS room (id, access_version, count, last_message_id)
    ORDER BY id
  ), deleted AS MATERIALIZED (
    SELECT new.room_id FROM unnest($6::uuid[], $8::int[], $10::uuid[]) AS new (room_id, sender_id, client_message_id)
    JOIN message_deletions d
      ON d.room_id = new.room_id AND d.sender_id = new.sender_id AND d.client_message_id = new.client_message_id
  ), numbered AS (
    UPDATE rooms r SET last_seq = r.last_seq + w.count, last_message_id = w.last_message_id
    FROM wanted w
    WHERE r.id = w.id AND r.access_version = w.access_version AND r.hidden_user_id IS NULL
      AND NOT EXISTS (SELECT FROM deleted d WHERE d.room_id = w.id)
    RETURNING r.id, r.last_seq - w.count AS base, date_trunc('milliseconds', clock_timestamp()) AS now
  ), stored AS (
    INSERT INTO messages
      (id, room_id, seq, change_seq, sender_id, content, client_message_id, parent_id, forwarded_from_id, is_forwarded,
       created_at, updated_at)
    SELECT new.id, n.id, n.base + new.position, n.base + new.position, new.sender_id, new.content,
      new.client_message_id, new.parent_id, new.forwarded_from_id, new.forwarded_from_id IS NOT NULL, n.now, n.now
    FROM unnest($5::uuid[], $6::uuid[], $7::int[], $8::int[], $9::text[], $10::uuid[], $11::uuid[], $12::uuid[])
      AS new (id, room_id, position, sender_id, content, client_message_id, parent_id, forwarded_from_id)
    JOIN numbered n ON n.id = new.room_id
    RETURNING id, seq, created_at
  )`;

const INSERT = `${STORED} SELECT id, seq, created_at, false AS is_deleted FROM stored`;

const INSERT_WITH_ATTACHMENTS = `${STORED}, attached AS (
    INSERT INTO attachments
      (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata,
       metadata_bytes)
    SELECT new.*, octet_length(new.metadata::text)
    FROM unnest($13::uuid[], $14::uuid[], $15::uuid[], $16::smallint[], $17::text[], $18::text[], $19::text[],
        $20::bigint[], $21::text[], $22::jsonb[])
      AS new (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata)
    JOIN stored s ON s.id = new.message_id
  )
  SELECT id, seq, created_at, false AS is_deleted FROM stored`;

function translated(error: unknown): unknown {
  if (!(error instanceof QueryFailedError)) return error;
  if (isOutcomeUnknown(error)) return new OutcomeUnknown(error.message, { cause: error });
  const duplicated = keyColumns(error);
  if (duplicated.includes('id')) return new AlreadyStored();
  if (duplicated.includes('client_message_id')) return new DuplicateClientMessageId();
  const { code = '' } = error.driverError as { code?: string };
  if (code === FOREIGN_KEY_VIOLATION) return new RowRefused(error, notFound('No such message.'));
  return ROW_PARAMETERS.test(code) ? new RowRefused(error) : error;
}
