import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { retryOnDeadlock } from '../../platform/database/failures.js';
import { prepared } from '../../platform/database/prepared.js';
import { attachmentParameters, messageParameters, toPlaced, translated } from './inserted-rows.repository.js';
import type { PlacedRow } from './inserted-rows.repository.js';
import { MessageInsert } from './message-insert.js';
import type { InsertBounds, NewMessage, Placed } from './message-insert.js';

/**
 * Stores messages of any rooms in one statement, which locks the rooms in the order of their ids. Raw SQL: numbers,
 * rows and attachments of a batch are one statement, which is what makes a retry safe and a send fast.
 */
@Injectable()
export class BatchInsert extends MessageInsert {
  override readonly bounds: InsertBounds = { rooms: Infinity, inserts: 2 };

  constructor(private readonly source: DataSource) {
    super();
  }

  override async insert(messages: readonly NewMessage[]): Promise<Map<string, Placed>> {
    const rooms = new Map<string, { version: number; count: number; lastId: string }>();
    const positions = messages.map(({ id, grant }) => {
      const count = (rooms.get(grant.roomId)?.count ?? 0) + 1;
      rooms.set(grant.roomId, { version: grant.roomVersion, count, lastId: id });
      return count;
    });
    const perRoom = [...rooms.values()];
    const attached = attachmentParameters(messages);
    const parameters = [
      [...rooms.keys()],
      perRoom.map(({ version }) => version),
      perRoom.map(({ count }) => count),
      perRoom.map(({ lastId }) => lastId),
      messages.map(({ id }) => id),
      messages.map(({ grant }) => grant.roomId),
      positions,
      ...messageParameters(messages),
      ...(attached ?? []),
    ];
    const statement = attached ? INSERT_WITH_ATTACHMENTS : INSERT;
    const rows = await retryOnDeadlock(() => this.source.query<PlacedRow[]>(statement, parameters)).catch(
      (error: unknown) => {
        throw translated(error);
      },
    );
    return new Map(rows.map(toPlaced));
  }
}

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

/** Planning it takes several times as long as storing one message. */
const INSERT = prepared(`${STORED} SELECT id, seq, created_at, false AS is_deleted FROM stored`);

const INSERT_WITH_ATTACHMENTS = prepared(`${STORED}, attached AS (
    INSERT INTO attachments
      (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata,
       metadata_bytes)
    SELECT new.*, octet_length(new.metadata::text)
    FROM unnest($13::uuid[], $14::uuid[], $15::uuid[], $16::smallint[], $17::text[], $18::text[], $19::text[],
        $20::bigint[], $21::text[], $22::jsonb[])
      AS new (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata)
    JOIN stored s ON s.id = new.message_id
  )
  SELECT id, seq, created_at, false AS is_deleted FROM stored`);
