import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { DerivedRows } from '../../../platform/database/distribution/derived-rows.js';
import { retryOnDeadlock } from '../../../platform/database/failures.js';
import { prepared } from '../../../platform/database/prepared.js';
import { SentDraftsRepository } from '../drafts/sent-drafts.repository.js';
import { ThreadRepliesRepository } from '../threads/thread-replies.repository.js';
import {
  attachmentParameters,
  idsKeepingDrafts,
  lastInRoom,
  mentionParameters,
  messageParameters,
  partsParameters,
  placedPolls,
  toPlaced,
  translated,
  uploadClaims,
} from './inserted-rows.repository.js';
import type { PlacedRow } from './inserted-rows.repository.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { HeldMessagesRepository } from '../held/held-messages.repository.js';
import { PollInsert } from '../polls/poll-insert.repository.js';
import { SlowModeRepository } from './slow-mode.repository.js';
import { AlreadyStored, DuplicateClientMessageId, MessageInsert } from './message-insert.js';
import type { InsertBounds, NewMessage, Placed } from './message-insert.js';

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
    private readonly polls: PollInsert,
    private readonly drafts: SentDraftsRepository,
    private readonly uploads: AttachedUploads,
    private readonly slowMode: SlowModeRepository,
    private readonly held: HeldMessagesRepository,
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
    const parameters = messageParameters(messages);
    const [senderIds, , clientMessageIds] = parameters;
    const [numbered] = await manager.query<[{ last_seq: number; has_drafts: boolean }[]]>(TAKE_NUMBERS, [
      roomId,
      roomVersion,
      messages.length,
      lastInRoom(messages),
      senderIds,
      clientMessageIds,
    ]);
    const [room] = numbered;
    if (!room) return new Map();
    const ids = messages.map(({ id }) => id);
    const after = room.last_seq - messages.length;
    const parts = partsParameters(messages);
    const rows = await manager.query<PlacedRow[]>(parts ? INSERT_WITH_PARTS : INSERT, [
      roomId,
      after,
      ids,
      messages.map((_, at) => at + 1),
      ...parameters,
      ...(parts ?? []),
    ]);
    if (rows.length < messages.length) throw await this.conflict(manager, roomId, ids, rows);
    if (room.has_drafts) await this.clearDrafts(manager, roomId, messages);
    const attached = attachmentParameters(messages);
    if (attached) await manager.query(ATTACH, [roomId, ...attached]);
    await this.mention(manager, roomId, messages, rows);
    await this.threads.store(manager, roomId, messages);
    await this.polls.insert(manager, placedPolls(messages, rows));
    await this.uploads.claim(manager, uploadClaims(messages, rows));
    await this.slowMode.take(manager, messages, new Set(ids));
    await this.held.releaseStored(manager, messages, new Set(ids));
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
    const mentions = mentionParameters(messages);
    if (!mentions) return;
    const seqs = new Map(rows.map(({ id, seq }) => [id, seq]));
    const [messageIds] = mentions;
    await manager.query(MENTION, [roomId, ...mentions, messageIds.map((id) => seqs.get(id))]);
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
    const stored = await manager.query<unknown[]>('SELECT FROM messages WHERE room_id = $1 AND id = ANY ($2) LIMIT 1', [
      roomId,
      missing,
    ]);
    return stored.length > 0 ? new AlreadyStored() : new DuplicateClientMessageId();
  }
}

/**
 * Also tells whether a sender has a draft in the room. Nearly no message was one, and it takes no further statement.
 */
const TAKE_NUMBERS = prepared(`
  UPDATE rooms SET last_seq = last_seq + $3, last_message_id = coalesce($4, last_message_id)
  FROM (SELECT count(*) AS number FROM drafts d WHERE d.room_id = $1 AND d.user_id = ANY ($5::int[])) drafted
  WHERE id = $1 AND access_version = $2 AND hidden_user_id IS NULL AND NOT EXISTS (
    SELECT FROM unnest($5::int[], $6::uuid[]) AS new (sender_id, client_message_id)
    JOIN message_deletions d
      ON d.room_id = $1 AND d.sender_id = new.sender_id AND d.client_message_id = new.client_message_id)
  RETURNING last_seq, drafted.number > 0 AS has_drafts`);

/**
 * In place of a list of values, the set is joined with the room: so it runs on the worker of the room. The statement
 * begins when the room is locked, so that the times of a room are in the order of its numbers.
 * @param further columns besides those of every message
 * @param sets their parameters
 */
const insert = (further = '', sets = ''): string =>
  prepared(`
  INSERT INTO messages AS stored
    (id, room_id, seq, change_seq, sender_id, content, client_message_id, parent_id, forwarded_from_id, is_forwarded,
     created_at, updated_at, expires_at${further})
  SELECT new.id, r.id, $2::bigint + new.position, $2::bigint + new.position, new.sender_id, new.content,
    new.client_message_id, new.parent_id, new.forwarded_from_id, new.forwarded_from_id IS NOT NULL, clock.now, clock.now,
    clock.now + r.message_ttl_seconds * interval '1 second'
    ${further.replaceAll(', ', ', new.')}
  FROM rooms r
  CROSS JOIN unnest($3::uuid[], $4::int[], $5::int[], $6::text[], $7::uuid[], $8::uuid[], $9::uuid[]${sets})
    AS new (id, position, sender_id, content, client_message_id, parent_id, forwarded_from_id${further})
  CROSS JOIN (SELECT date_trunc('milliseconds', statement_timestamp()) AS now) clock
  WHERE r.id = $1
  ON CONFLICT DO NOTHING
  RETURNING stored.id, stored.seq, stored.created_at, false AS is_deleted`);

const INSERT = insert();
const INSERT_WITH_PARTS = insert(
  ', kind, metadata, is_silent, has_mentions, thread_id, also_to_room, has_poll',
  ', $10::text[], $11::text[], $12::boolean[], $13::boolean[], $14::uuid[], $15::boolean[], $16::boolean[]',
);

const MENTION = prepared(`
  INSERT INTO mentions (room_id, message_id, user_id, seq)
  SELECT r.id, new.message_id, new.user_id, new.seq
  FROM rooms r CROSS JOIN unnest($2::uuid[], $3::int[], $4::bigint[]) AS new (message_id, user_id, seq)
  WHERE r.id = $1`);

const ATTACH = prepared(`
  INSERT INTO attachments
    (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata, file,
     metadata_bytes)
  SELECT new.id, r.id, new.message_id, new.position, new.media_url, new.media_type, new.mime_type, new.file_size,
    new.caption, new.metadata, new.file, octet_length(new.metadata::text)
  FROM rooms r
  CROSS JOIN unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::smallint[], $6::text[], $7::text[], $8::text[],
      $9::bigint[], $10::text[], $11::jsonb[], $12::jsonb[])
    AS new (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata, file)
  WHERE r.id = $1`);
