import { Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError } from 'typeorm';

import { storedText } from '../database/index.js';
import type { RoomGrant } from '../rooms/index.js';
import type { MessageGrant } from './message.policy.js';
import { fromRow, MESSAGE_COLUMNS } from './message.rows.js';
import type { MessageRow } from './message.rows.js';
import type { StoredMessage } from './message.view.js';

/** A message before it has a number. */
export interface NewMessage {
  readonly id: string;
  readonly grant: MessageGrant<'message.send'>;
  readonly content: string;
  readonly clientMessageId: string | undefined;
}

/** Where and when a new message was stored. */
export interface Placed {
  readonly seq: number;
  readonly createdAt: Date;
}

/** A `client_message_id` has been used by the same sender before: the unique index says so, and nothing was stored. */
export class AlreadySent extends Error {}

/** The database refuses a row for what stands in it; other rows may be stored without it. */
export class RowRefused extends Error {}

const UNIQUE_VIOLATION = '23505';
/** SQLSTATE classes 22, data exception, and 23, integrity constraint violation. */
const ABOUT_ROWS = /^2[23]/;
const CLIENT_MESSAGE_ID_KEY = 'messages_sender_id_client_message_id_key';

@Injectable()
export class MessagesRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Stores messages of any rooms in one statement: all of them or, on an error, none.
   *
   * The rooms are locked in the order of their ids. Where a room is no longer as it was when sending was granted, its
   * messages are left out; the others take the next numbers of their rooms, in the order given and without a hole.
   *
   * @param messages those of one room must have been granted on the same version of it
   * @returns the place of each stored message, by id
   * @throws AlreadySent, RowRefused
   */
  async insert(messages: readonly NewMessage[]): Promise<Map<string, Placed>> {
    const rooms = new Map<string, { version: number; count: number; lastId: string }>();
    const positions = messages.map(({ id, grant }) => {
      const count = (rooms.get(grant.roomId)?.count ?? 0) + 1;
      rooms.set(grant.roomId, { version: grant.roomVersion, count, lastId: id });
      return count;
    });
    const perRoom = [...rooms.values()];
    const rows = await this.source
      .query<{ id: string; seq: number; created_at: Date }[]>(INSERT, [
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
      ])
      .catch((error: unknown) => {
        throw translated(error);
      });
    return new Map(rows.map((row) => [row.id, { seq: row.seq, createdAt: row.created_at }]));
  }

  /** What these senders have stored under these `client_message_id`s; the two lists go in pairs. */
  async sent(senderIds: readonly number[], clientMessageIds: readonly string[]): Promise<StoredMessage[]> {
    const rows = await this.source.query<MessageRow[]>(
      `SELECT ${MESSAGE_COLUMNS}
       FROM unnest($1::int[], $2::uuid[]) AS asked (sender_id, client_message_id)
       JOIN messages m USING (sender_id, client_message_id) JOIN users u ON u.id = m.sender_id`,
      [senderIds, clientMessageIds],
    );
    return rows.map(fromRow);
  }

  /** Messages of a room, newest first. */
  async latest(
    _grant: RoomGrant<'room.read'>,
    roomId: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<StoredMessage[]> {
    const rows = await this.source.query<MessageRow[]>(
      `SELECT ${MESSAGE_COLUMNS} FROM messages m JOIN users u ON u.id = m.sender_id
       WHERE m.room_id = $1 ORDER BY m.seq DESC OFFSET $2 LIMIT $3`,
      [roomId, offset, limit],
    );
    return rows.map(fromRow);
  }
}

const INSERT = `
  WITH wanted AS (
    SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::uuid[])
      AS room (id, access_version, count, last_message_id)
  ), locked AS (
    SELECT r.id FROM rooms r JOIN wanted w ON w.id = r.id AND w.access_version = r.access_version
    ORDER BY r.id FOR NO KEY UPDATE OF r
  ), numbered AS (
    UPDATE rooms r SET last_seq = r.last_seq + w.count, last_message_id = w.last_message_id
    FROM locked l JOIN wanted w ON w.id = l.id
    WHERE r.id = l.id
    RETURNING r.id, r.last_seq - w.count AS base, date_trunc('milliseconds', clock_timestamp()) AS now
  )
  INSERT INTO messages
    (id, room_id, seq, change_seq, sender_id, content, client_message_id, created_at, updated_at)
  SELECT new.id, n.id, n.base + new.position, n.base + new.position, new.sender_id, new.content,
    new.client_message_id, n.now, n.now
  FROM unnest($5::uuid[], $6::uuid[], $7::int[], $8::int[], $9::text[], $10::uuid[])
    AS new (id, room_id, position, sender_id, content, client_message_id)
  JOIN numbered n ON n.id = new.room_id
  RETURNING id, seq, created_at`;

function translated(error: unknown): unknown {
  if (!(error instanceof QueryFailedError)) return error;
  const { code = '', constraint } = error.driverError as { code?: string; constraint?: string };
  if (code === UNIQUE_VIOLATION && constraint === CLIENT_MESSAGE_ID_KEY) return new AlreadySent();
  return ABOUT_ROWS.test(code) ? new RowRefused(error.message, { cause: error }) : error;
}
