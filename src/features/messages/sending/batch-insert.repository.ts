import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { retryOnDeadlock } from '../../../platform/database/failures.js';
import { prepared } from '../../../platform/database/prepared.js';
import { numberedChanges } from '../../private-log/numbered-changes.js';
import { followed, followerParameters, started } from '../threads/replies-sql.js';
import { THREAD_FOLLOW } from '../threads/thread-members.repository.js';
import { cleared } from '../drafts/sent-drafts.repository.js';
import { DRAFT } from '../drafts/draft-place.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { HeldMessagesRepository } from '../held/held-messages.repository.js';
import { PollInsert } from '../polls/poll-insert.repository.js';
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
import { isSlow, SlowModeRepository } from './slow-mode.repository.js';
import { MessageInsert } from './message-insert.js';
import type { InsertBounds, NewMessage, Placed } from './message-insert.js';

/**
 * Stores messages of any rooms in one statement, which locks the rooms in the order of their ids. Raw SQL: numbers,
 * rows and attachments of a batch are one statement, which is what makes a retry safe and a send fast.
 */
@Injectable()
export class BatchInsert extends MessageInsert {
  override readonly bounds: InsertBounds = { rooms: Infinity, inserts: 2 };

  constructor(
    private readonly source: DataSource,
    private readonly polls: PollInsert,
    private readonly uploads: AttachedUploads,
    private readonly slowMode: SlowModeRepository,
    private readonly held: HeldMessagesRepository,
  ) {
    super();
  }

  override async insert(messages: readonly NewMessage[]): Promise<Map<string, Placed>> {
    const rooms = new Map<string, NewMessage[]>();
    const positions = messages.map((message) => {
      const inRoom = rooms.get(message.grant.roomId);
      if (inRoom) return inRoom.push(message);
      rooms.set(message.grant.roomId, [message]);
      return 1;
    });
    const perRoom = [...rooms.values()];
    const parameters = [
      [...rooms.keys()],
      perRoom.map(([first]) => first?.grant.roomVersion),
      perRoom.map(({ length }) => length),
      perRoom.map(lastInRoom),
      messages.map(({ id }) => id),
      messages.map(({ grant }) => grant.roomId),
      positions,
      ...messageParameters(messages),
    ];
    const [statement, further] = withFurther(messages);
    const values = [...parameters, ...further, idsKeepingDrafts(messages)];
    const store = messages.some(hasFurtherRows)
      ? () => this.storeWithFurtherRows(statement, values, messages)
      : () => this.source.query<PlacedRow[]>(statement, values);
    const rows = await retryOnDeadlock(store).catch((error: unknown) => {
      throw translated(error);
    });
    return new Map(rows.map(toPlaced));
  }

  /** Polls, files, slow mode and messages that were held take further statements, and so a transaction. */
  private storeWithFurtherRows(
    statement: string,
    values: readonly unknown[],
    messages: readonly NewMessage[],
  ): Promise<PlacedRow[]> {
    return this.source.transaction(async (manager) => {
      const rows = await manager.query<PlacedRow[]>(statement, [...values]);
      await this.polls.insert(manager, placedPolls(messages, rows));
      await this.uploads.claim(manager, uploadClaims(messages, rows));
      const stored = new Set(rows.map(({ id }) => id));
      await this.slowMode.take(manager, messages, stored);
      await this.held.releaseStored(manager, messages, stored);
      return rows;
    });
  }
}

const hasFurtherRows = ({ parts, attachments, grant, releasedBy }: NewMessage): boolean =>
  isSlow(grant) ||
  parts.poll !== undefined ||
  releasedBy !== undefined ||
  attachments.some(({ file }) => file !== null);

/** The statement for these messages, and its parameters between those of every message and the last one. */
function withFurther(messages: readonly NewMessage[]): [statement: string, parameters: unknown[]] {
  const parts = partsParameters(messages);
  const attached = attachmentParameters(messages);
  if (parts) {
    const mentions = mentionParameters(messages) ?? NO_MENTIONS;
    const parameters = [...parts, ...(attached ?? NO_ATTACHMENTS), ...mentions];
    const followers = followerParameters(messages);
    return followers ? [INSERT_WITH_THREADS, [...parameters, ...followers]] : [INSERT_WITH_PARTS, parameters];
  }
  return attached ? [INSERT_WITH_ATTACHMENTS, attached] : [INSERT, []];
}

/**
 * Only the update locks the rooms: a statement that first locks a row and then updates it deadlocks with a statement
 * that waits for the row, if others share a lock of its key (PostgreSQL 15).
 */
const NUMBERED = `
  WITH wanted AS (
    SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::uuid[])
      AS room (id, access_version, count, last_message_id)
    ORDER BY id
  ), deleted AS MATERIALIZED (
    SELECT new.room_id FROM unnest($6::uuid[], $8::int[], $10::uuid[]) AS new (room_id, sender_id, client_message_id)
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

/** @param further the columns besides those of every message, and their types */
const stored = (further: Readonly<Record<string, string>> = {}): string => {
  const columns = Object.keys(further).map((column) => `, ${column}`);
  const values = Object.keys(further).map((column) => `, new.${column}`);
  const sets = Object.values(further).map((type, at) => `, $${String(13 + at)}::${type}[]`);
  return `${NUMBERED}, stored AS (
    INSERT INTO messages
      (id, room_id, seq, change_seq, sender_id, content, client_message_id, parent_id, forwarded_from_id, is_forwarded,
       created_at, updated_at, expires_at${columns.join('')})
    SELECT new.id, n.id, n.base + new.position, n.base + new.position, new.sender_id, new.content,
      new.client_message_id, new.parent_id, new.forwarded_from_id, new.forwarded_from_id IS NOT NULL, n.now, n.now, n.now + n.lifetime
      ${values.join('')}
    FROM unnest($5::uuid[], $6::uuid[], $7::int[], $8::int[], $9::text[], $10::uuid[], $11::uuid[], $12::uuid[]
        ${sets.join('')})
      AS new (id, room_id, position, sender_id, content, client_message_id, parent_id, forwarded_from_id
        ${columns.join('')})
    JOIN numbered n ON n.id = new.room_id
    RETURNING id, room_id, seq, created_at, thread_id, sender_id
  )`;
};

/** @param first the number of the first of its parameters */
const attached = (first: number): string => {
  const sets = ATTACHMENT_TYPES.map((type, at) => `$${String(first + at)}::${type}[]`);
  return `attached AS (
    INSERT INTO attachments
      (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata, file,
       metadata_bytes)
    SELECT new.*, octet_length(new.metadata::text)
    FROM unnest(${sets.join(', ')})
      AS new (id, room_id, message_id, position, media_url, media_type, mime_type, file_size, caption, metadata, file)
    JOIN stored s ON s.id = new.message_id
  )`;
};

const ATTACHMENT_TYPES = [
  'uuid',
  'uuid',
  'uuid',
  'smallint',
  'text',
  'text',
  'text',
  'bigint',
  'text',
  'jsonb',
  'jsonb',
];
const NO_ATTACHMENTS = ATTACHMENT_TYPES.map((): unknown[] => []);

const NO_MENTIONS: unknown[] = [[], []];

const PLACES = 'SELECT id, seq, created_at, false AS is_deleted FROM stored';

/**
 * A message and the end of the draft that it was are one commit. Nearly all messages were none.
 * @param last the number of the last parameter: the messages that clear none
 */
const clearedBut = (last: number): string =>
  `cleared AS (${cleared('stored', ` AND s.id <> ALL ($${String(last)}::uuid[])`)})`;

const withoutDrafts = (last: number): string => `${clearedBut(last)}, ${numberedChanges('cleared', `'${DRAFT}'`)}`;

/** Planning it takes several times as long as storing one message. */
const INSERT = prepared(`${stored()}, ${withoutDrafts(13)} ${PLACES}`);

const INSERT_WITH_ATTACHMENTS = prepared(`${stored()}, ${attached(13)}, ${withoutDrafts(24)} ${PLACES}`);

/** A statement for messages with parts. Its last parameter is `$32`. */
const WITH_PARTS = `
  ${stored({
    kind: 'text',
    metadata: 'text',
    is_silent: 'boolean',
    has_mentions: 'boolean',
    thread_id: 'uuid',
    also_to_room: 'boolean',
    has_poll: 'boolean',
  })}, ${attached(20)},
  mentioned AS (
    INSERT INTO mentions (room_id, message_id, user_id, seq)
    SELECT s.room_id, s.id, new.user_id, s.seq
    FROM unnest($31::uuid[], $32::int[]) AS new (message_id, user_id) JOIN stored s ON s.id = new.message_id
  )`;

const INSERT_WITH_PARTS = prepared(`${WITH_PARTS}, ${withoutDrafts(33)} ${PLACES}`);

const INSERT_WITH_THREADS = prepared(`
  ${WITH_PARTS}, started AS (${started('stored')}),
  followed AS (${followed('stored', 33)}), ${clearedBut(36)},
  changed AS (
    SELECT user_id, '${THREAD_FOLLOW}' AS kind, key FROM followed
    UNION ALL SELECT user_id, '${DRAFT}', key FROM cleared
  ), ${numberedChanges('changed', 'c.kind')} ${PLACES}`);
