import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { retryOnDeadlock } from '../../../platform/database/failures.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { statement } from '../../../platform/database/statement.js';
import type { PlacesOf, Types, ValuesOf } from '../../../platform/database/statement.js';
import { numberedChanges } from '../../private-log/private-log.repository.js';
import { followed, FOLLOWERS, followersIn, started } from '../threads/replies-sql.js';
import { THREAD_FOLLOW } from '../threads/thread-members.repository.js';
import { cleared } from '../drafts/sent-drafts.repository.js';
import { DRAFT } from '../drafts/composer-draft.entity.js';
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
import { MessageInsert, PLACE, toPlaced } from './message-insert.js';
import type { InsertBounds, NewMessage, Placed, PlacedRow } from './message-insert.js';

/**
 * Stores messages of any rooms in one statement, which locks the rooms in the order of their ids. Raw SQL: numbers,
 * rows and attachments of a batch are one statement, which is what makes a retry safe and a send fast.
 */
@Injectable()
export class BatchInsert extends MessageInsert {
  override readonly bounds: InsertBounds = { rooms: Infinity, inserts: 2 };

  constructor(
    private readonly source: DataSource,
    private readonly further: FurtherRows,
  ) {
    super();
  }

  override async insert(messages: readonly NewMessage[]): Promise<Map<string, Placed>> {
    const rooms = new Map<string, { readonly version: number; readonly messages: NewMessage[] }>();
    const positions = messages.map((message) => {
      const { roomId, roomVersion } = message.grant;
      const inRoom = rooms.get(roomId) ?? { version: roomVersion, messages: [] };
      rooms.set(roomId, inRoom);
      return inRoom.messages.push(message);
    });
    const perRoom = [...rooms.values()];
    const run = statementOf(messages, {
      rooms: [...rooms.keys()],
      versions: perRoom.map(({ version }) => version),
      counts: perRoom.map((inRoom) => inRoom.messages.length),
      last_messages: perRoom.map((inRoom) => lastInRoom(inRoom.messages)),
      ids: messages.map(({ id }) => id),
      room_ids: messages.map(({ grant }) => grant.roomId),
      positions,
      ...MESSAGES.of(messages),
      keeping_drafts: idsKeepingDrafts(messages),
    });
    const rows = await retryOnDeadlock(() => this.store(run, messages)).catch((error: unknown) => {
      throw translated(error);
    });
    return new Map(rows.map(toPlaced));
  }

  private store(
    run: (source: QuerySource) => Promise<readonly PlacedRow[]>,
    messages: readonly NewMessage[],
  ): Promise<readonly PlacedRow[]> {
    if (!messages.some((message) => this.further.has(message))) return run(this.source);
    return this.source.transaction(async (manager) => {
      const rows = await run(manager);
      await this.further.store(manager, messages, rows);
      return rows;
    });
  }
}

/** The statement for these messages. @param stored its parameters that every message has */
function statementOf(
  messages: readonly NewMessage[],
  stored: ValuesOf<typeof STORED>,
): (source: QuerySource) => Promise<readonly PlacedRow[]> {
  const attached = attachedTo(messages);
  if (!messages.some(hasParts)) {
    if (attached.length === 0) return (source) => INSERT.rows(source, stored);
    const values = { ...stored, ...ATTACHMENTS.of(attached) };
    return (source) => INSERT_WITH_ATTACHMENTS.rows(source, values);
  }
  const mentions = MENTIONS.of(mentionsIn(messages));
  const values = { ...stored, ...PARTS.of(messages), ...ATTACHMENTS.of(attached), ...mentions };
  const followers = followersIn(messages);
  if (followers.length === 0) return (source) => INSERT_WITH_PARTS.rows(source, values);
  const withFollowers = { ...values, ...FOLLOWERS.of(followers) };
  return (source) => INSERT_WITH_THREADS.rows(source, withFollowers);
}

/** The parameters that every message has. */
const STORED = {
  rooms: 'uuid[]',
  versions: 'int4[]',
  counts: 'int4[]',
  last_messages: '(uuid | null)[]',
  ids: 'uuid[]',
  room_ids: 'uuid[]',
  positions: 'int4[]',
  ...MESSAGES.types,
  keeping_drafts: 'uuid[]',
} as const satisfies Types;
type Stored = PlacesOf<typeof STORED>;

/**
 * Only the update locks the rooms: a statement that first locks a row and then updates it deadlocks with a statement
 * that waits for the row, if others share a lock of its key (PostgreSQL 15).
 */
const numbered = (places: Stored): string => `
  WITH wanted AS (
    SELECT * FROM unnest(${places.rooms}::uuid[], ${places.versions}::int[], ${places.counts}::int[],
        ${places.last_messages}::uuid[])
      AS room (id, access_version, count, last_message_id)
    ORDER BY id
  ), deleted AS MATERIALIZED (
    SELECT new.room_id FROM unnest(${places.room_ids}::uuid[], ${places.senders}::int[], ${places.client_ids}::uuid[])
      AS new (room_id, sender_id, client_message_id)
    JOIN message_deletions d
      ON d.room_id = new.room_id AND d.sender_id = new.sender_id AND d.client_message_id = new.client_message_id
  ), numbered AS (
    UPDATE rooms r SET last_seq = r.last_seq + w.count, last_message_id = coalesce(w.last_message_id, r.last_message_id)
    FROM wanted w
    WHERE r.id = w.id AND r.access_version = w.access_version AND r.hidden_user_id IS NULL
      AND NOT EXISTS (SELECT FROM deleted d WHERE d.room_id = w.id)
    RETURNING r.id, r.last_seq - w.count AS base, date_trunc('milliseconds', clock_timestamp()) AS now,
      r.message_ttl_seconds * interval '1 second' AS lifetime
  )`;

/** @param parts undefined: no message has any */
const stored = (places: Stored, parts?: PlacesOf<typeof PARTS.types>): string => `${numbered(places)}, stored AS (
    INSERT INTO messages
      (id, room_id, seq, change_seq, sender_id, content, client_message_id, parent_id, forwarded_from_id, is_forwarded,
       created_at, updated_at, expires_at${parts ? partColumns() : ''})
    SELECT new.id, n.id, n.base + new.position, n.base + new.position, new.sender_id, new.content,
      new.client_message_id, new.parent_id, new.forwarded_from_id, new.forwarded_from_id IS NOT NULL, n.now, n.now, n.now + n.lifetime
      ${parts ? partColumns('new.') : ''}
    FROM unnest(${places.ids}::uuid[], ${places.room_ids}::uuid[], ${places.positions}::int[], ${places.senders}::int[],
        ${places.contents}::text[], ${places.client_ids}::uuid[], ${places.parents}::uuid[], ${places.originals}::uuid[]
        ${parts ? partLists(parts) : ''})
      AS new (id, room_id, position, sender_id, content, client_message_id, parent_id, forwarded_from_id
        ${parts ? partColumns() : ''})
    JOIN numbered n ON n.id = new.room_id
    RETURNING id, room_id, seq, created_at, thread_id, sender_id
  )`;

const attached = (lists: PlacesOf<typeof ATTACHMENTS.types>): string => `attached AS (
    INSERT INTO attachments
      (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata, file,
       metadata_bytes)
    SELECT new.*, octet_length(new.metadata::text)
    FROM ${newAttachments(lists)}
    JOIN stored s ON s.id = new.message_id
  )`;

const PLACES = 'SELECT id, seq, created_at, false AS is_deleted FROM stored';

/** A message and the end of the draft that it was are one commit. Nearly all messages were none. */
const clearedDrafts = ({ keeping_drafts: keeping }: Stored): string =>
  `cleared AS (${cleared('stored', ` AND s.id <> ALL (${keeping}::uuid[])`)})`;

const withoutDrafts = (places: Stored): string =>
  `${clearedDrafts(places)}, ${numberedChanges('cleared', `'${DRAFT}'`)}`;

/** Planning it takes several times as long as storing one message. */
const INSERT = statement('batch_insert', {
  parameters: STORED,
  columns: PLACE,
  isPrepared: true,
  text: (places) => `${stored(places)}, ${withoutDrafts(places)} ${PLACES}`,
});

const INSERT_WITH_ATTACHMENTS = statement('batch_insert.attachments', {
  parameters: { ...STORED, ...ATTACHMENTS.types },
  columns: PLACE,
  isPrepared: true,
  text: (places) => `${stored(places)}, ${attached(places)}, ${withoutDrafts(places)} ${PLACES}`,
});

const WITH_PARTS = { ...STORED, ...PARTS.types, ...ATTACHMENTS.types, ...MENTIONS.types } as const satisfies Types;

const storedWithParts = (places: PlacesOf<typeof WITH_PARTS>): string => `
  ${stored(places, places)}, ${attached(places)},
  mentioned AS (
    INSERT INTO mentions (room_id, message_id, user_id, seq)
    SELECT s.room_id, s.id, new.user_id, s.seq
    FROM unnest(${places.mentioning}::uuid[], ${places.mentioned}::int[]) AS new (message_id, user_id)
    JOIN stored s ON s.id = new.message_id
  )`;

const INSERT_WITH_PARTS = statement('batch_insert.parts', {
  parameters: WITH_PARTS,
  columns: PLACE,
  isPrepared: true,
  text: (places) => `${storedWithParts(places)}, ${withoutDrafts(places)} ${PLACES}`,
});

const INSERT_WITH_THREADS = statement('batch_insert.threads', {
  parameters: { ...WITH_PARTS, ...FOLLOWERS.types },
  columns: PLACE,
  isPrepared: true,
  text: (places) => `
    ${storedWithParts(places)}, started AS (${started('stored')}),
    followed AS (${followed('stored', places)}), ${clearedDrafts(places)},
    changed AS (
      SELECT user_id, '${THREAD_FOLLOW}' AS kind, key FROM followed
      UNION ALL SELECT user_id, '${DRAFT}', key FROM cleared
    ), ${numberedChanges('changed', 'c.kind')} ${PLACES}`,
});
