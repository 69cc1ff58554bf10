import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { DerivedRows } from '../../../platform/database/distribution/derived-rows.js';
import { retryOnDeadlock } from '../../../platform/database/failures.js';
import { statement } from '../../../platform/database/statement.js';
import type { PlacesOf, Types } from '../../../platform/database/statement.js';
import { SentDraftsRepository } from '../drafts/sent-drafts.repository.js';
import { ThreadRepliesRepository } from '../threads/thread-replies.repository.js';
import {
  attachedTo,
  ATTACHMENTS,
  FurtherRows,
  hasParts,
  idsKeepingDrafts,
  lastInRoom,
  MENTIONS,
  mentionsIn,
  MESSAGES,
  newAttachments,
  partColumns,
  partLists,
  PARTS,
  translated,
} from './inserted-rows.repository.js';
import { AlreadyStored, DuplicateClientMessageId, MessageInsert, PLACE, toPlaced } from './message-insert.js';
import type { InsertBounds, NewMessage, Placed, PlacedRow } from './message-insert.js';

/** The share of the connections that inserts may hold at the same time; the others are for reads. */
const SHARE_OF_CONNECTIONS = 0.5;
const LEAST_INSERTS = 2;

/**
 * Stores messages of one room in a transaction, each statement of which names the room: in a distributed database it
 * runs on one worker, which commits alone. Raw SQL, because numbers and rows are written by what the room says.
 */
@Injectable()
export class RoomInsert extends MessageInsert {
  override readonly bounds: InsertBounds;

  constructor(
    private readonly source: DataSource,
    private readonly derived: DerivedRows,
    private readonly threads: ThreadRepliesRepository,
    private readonly drafts: SentDraftsRepository,
    private readonly further: FurtherRows,
  ) {
    super();
    const { poolSize = 0 } = source.options;
    this.bounds = { rooms: 1, inserts: Math.max(LEAST_INSERTS, Math.floor(poolSize * SHARE_OF_CONNECTIONS)) };
  }

  override async insert(messages: readonly NewMessage[]): Promise<Map<string, Placed>> {
    const grant = messages[0]?.grant;
    if (!grant) return new Map();
    try {
      return await retryOnDeadlock(() =>
        this.source.transaction((manager) => this.insertInRoom(manager, grant, messages)),
      );
    } catch (error) {
      throw translated(error);
    }
  }

  private async insertInRoom(
    manager: EntityManager,
    { roomId, roomVersion }: NewMessage['grant'],
    messages: readonly NewMessage[],
  ): Promise<Map<string, Placed>> {
    const values = MESSAGES.of(messages);
    const room = await TAKE_NUMBERS.row(manager, {
      room: roomId,
      version: roomVersion,
      count: messages.length,
      last_message: lastInRoom(messages),
      senders: values.senders,
      client_ids: values.client_ids,
    });
    if (!room) return new Map();
    const ids = messages.map(({ id }) => id);
    const after = room.last_seq - messages.length;
    const stored = { room: roomId, after, ids, positions: messages.map((_, at) => at + 1), ...values };
    const rows = await (messages.some(hasParts)
      ? INSERT_WITH_PARTS.rows(manager, { ...stored, ...PARTS.of(messages) })
      : INSERT.rows(manager, stored));
    if (rows.length < messages.length) throw await this.conflict(manager, roomId, ids, rows);
    if (room.has_drafts) await this.clearDrafts(manager, roomId, messages);
    const attached = attachedTo(messages);
    if (attached.length > 0) await ATTACH.rows(manager, { room: roomId, ...ATTACHMENTS.of(attached) });
    await this.mention(manager, roomId, messages, rows);
    await this.threads.store(manager, roomId, messages);
    await this.further.store(manager, messages, rows);
    await this.derived.numbersTaken(manager, [{ roomId, after, upTo: room.last_seq }]);
    return new Map(rows.map(toPlaced));
  }

  private async clearDrafts(manager: EntityManager, roomId: string, messages: readonly NewMessage[]): Promise<void> {
    const keeping = new Set(idsKeepingDrafts(messages));
    const ids = messages.flatMap(({ id }) => (keeping.has(id) ? [] : id));
    if (ids.length > 0) await this.drafts.clear(manager, roomId, ids);
  }

  private async mention(
    manager: EntityManager,
    roomId: string,
    messages: readonly NewMessage[],
    rows: readonly PlacedRow[],
  ): Promise<void> {
    const mentions = mentionsIn(messages);
    if (mentions.length === 0) return;
    const numbers = new Map(rows.map(({ id, seq }) => [id, seq]));
    const seqs = mentions.map(({ messageId }) => numbers.get(messageId) ?? null);
    await MENTION.rows(manager, { room: roomId, ...MENTIONS.of(mentions), seqs });
  }

  /** Why rows were not inserted: the room is locked, so the rows that they conflict with are committed. */
  private async conflict(
    manager: EntityManager,
    roomId: string,
    ids: readonly string[],
    inserted: readonly PlacedRow[],
  ): Promise<Error> {
    const done = new Set(inserted.map(({ id }) => id));
    const missing = ids.filter((id) => !done.has(id));
    const stored = await ANY_OF.rows(manager, { room: roomId, messages: missing });
    return stored.length > 0 ? new AlreadyStored() : new DuplicateClientMessageId();
  }
}

/**
 * Also tells whether a sender has a draft in the room. Nearly no message was one, and it takes no further statement.
 */
const TAKE_NUMBERS = statement('room_insert.take_numbers', {
  parameters: {
    room: 'uuid',
    version: 'int4',
    count: 'int8',
    last_message: 'uuid | null',
    senders: 'int4[]',
    client_ids: '(uuid | null)[]',
  },
  columns: { last_seq: 'int8', has_drafts: 'bool' },
  isPrepared: true,
  text: ({ room, version, count, last_message: lastMessage, senders, client_ids: clientIds }) => `
    UPDATE rooms SET last_seq = last_seq + ${count}, last_message_id = coalesce(${lastMessage}, last_message_id)
    FROM (SELECT count(*) AS number FROM drafts d WHERE d.room_id = ${room} AND d.user_id = ANY (${senders}::int[])) drafted
    WHERE id = ${room} AND access_version = ${version} AND hidden_user_id IS NULL AND NOT EXISTS (
      SELECT FROM unnest(${senders}::int[], ${clientIds}::uuid[]) AS new (sender_id, client_message_id)
      JOIN message_deletions d
        ON d.room_id = ${room} AND d.sender_id = new.sender_id AND d.client_message_id = new.client_message_id)
    RETURNING last_seq, drafted.number > 0 AS has_drafts`,
});

const STORED = {
  room: 'uuid',
  after: 'int8',
  ids: 'uuid[]',
  positions: 'int4[]',
  ...MESSAGES.types,
} as const satisfies Types;

/**
 * In place of a list of values, the set is joined with the room: so it runs on the worker of the room. The statement
 * begins when the room is locked, so that the times of a room are in the order of its numbers.
 * @param parts undefined: no message has any
 */
const insert = (places: PlacesOf<typeof STORED>, parts?: PlacesOf<typeof PARTS.types>): string => `
  INSERT INTO messages AS stored
    (id, room_id, seq, change_seq, sender_id, content, client_message_id, parent_id, forwarded_from_id, is_forwarded,
     created_at, updated_at, expires_at${parts ? partColumns() : ''})
  SELECT new.id, r.id, ${places.after}::bigint + new.position, ${places.after}::bigint + new.position, new.sender_id,
    new.content,
    new.client_message_id, new.parent_id, new.forwarded_from_id, new.forwarded_from_id IS NOT NULL, clock.now, clock.now,
    clock.now + r.message_ttl_seconds * interval '1 second'
    ${parts ? partColumns('new.') : ''}
  FROM rooms r
  CROSS JOIN unnest(${places.ids}::uuid[], ${places.positions}::int[], ${places.senders}::int[], ${places.contents}::text[],
      ${places.client_ids}::uuid[], ${places.parents}::uuid[], ${places.originals}::uuid[]${parts ? partLists(parts) : ''})
    AS new (id, position, sender_id, content, client_message_id, parent_id, forwarded_from_id${parts ? partColumns() : ''})
  CROSS JOIN (SELECT date_trunc('milliseconds', statement_timestamp()) AS now) clock
  WHERE r.id = ${places.room}
  ON CONFLICT DO NOTHING
  RETURNING stored.id, stored.seq, stored.created_at, false AS is_deleted`;

const INSERT = statement('room_insert', {
  parameters: STORED,
  columns: PLACE,
  isPrepared: true,
  text: (places) => insert(places),
});

const INSERT_WITH_PARTS = statement('room_insert.parts', {
  parameters: { ...STORED, ...PARTS.types },
  columns: PLACE,
  isPrepared: true,
  text: (places) => insert(places, places),
});

const MENTION = statement('room_insert.mention', {
  parameters: { room: 'uuid', ...MENTIONS.types, seqs: '(int8 | null)[]' },
  columns: {},
  isPrepared: true,
  text: ({ room, mentioning, mentioned, seqs }) => `
    INSERT INTO mentions (room_id, message_id, user_id, seq)
    SELECT r.id, new.message_id, new.user_id, new.seq
    FROM rooms r
    CROSS JOIN unnest(${mentioning}::uuid[], ${mentioned}::int[], ${seqs}::bigint[]) AS new (message_id, user_id, seq)
    WHERE r.id = ${room}`,
});

const ATTACH = statement('room_insert.attach', {
  parameters: { room: 'uuid', ...ATTACHMENTS.types },
  columns: {},
  isPrepared: true,
  text: ({ room, ...lists }) => `
    INSERT INTO attachments
      (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata, file,
       metadata_bytes)
    SELECT new.id, r.id, new.message_id, new.position, new.media_url, new.media_type, new.mime_type, new.file_size,
      new.caption, new.metadata, new.file, octet_length(new.metadata::text)
    FROM rooms r
    CROSS JOIN ${newAttachments(lists)}
    WHERE r.id = ${room}`,
});

const ANY_OF = statement('room_insert.any_of', {
  parameters: { room: 'uuid', messages: 'uuid[]' },
  columns: {},
  text: ({ room, messages }) => `SELECT FROM messages WHERE room_id = ${room} AND id = ANY (${messages}) LIMIT 1`,
});
