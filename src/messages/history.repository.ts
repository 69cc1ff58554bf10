import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { RoomGrant } from '../rooms/index.js';
import { messagesIn, withMessages } from './message.rows.js';
import type { NamingRow } from './message.rows.js';
import type { StoredMessage } from './message.view.js';
import type { LogRange } from './page-walk.js';

/** Which messages of a range are wanted. */
export interface Selection {
  /** The end of the range that they are counted from. */
  readonly nearest: 'newest' | 'oldest';
  /** As many are passed over. */
  readonly offset: number;
  readonly limit: number;
}

/** Whether there are messages on either side of a part of the history. */
export interface Surroundings {
  readonly older: boolean;
  readonly newer: boolean;
}

/** Messages as they are stored, with all that belongs to them. */
@Injectable()
export class HistoryRepository {
  constructor(private readonly source: DataSource) {}

  /** Messages of a room, newest first. Without an offset it costs the same anywhere in the history. */
  async select(
    { roomId }: RoomGrant<'room.read'>,
    { from, below }: LogRange,
    { nearest, offset, limit }: Selection,
  ): Promise<StoredMessage[]> {
    const rows = await this.source.query<NamingRow[]>(nearest === 'newest' ? NEWEST : OLDEST, [
      roomId,
      from ?? 0,
      below ?? Number.MAX_SAFE_INTEGER,
      offset,
      limit,
    ]);
    return messagesIn(rows);
  }

  /**
   * What is older than a part of the history is below `from`; what is newer is not below `below`. Asked once that part
   * has been read, so that whoever was put out since the grant is told nothing of it.
   * @returns undefined to whoever is no member any more
   */
  async around(
    { userId, roomId }: RoomGrant<'room.read'>,
    { from, below }: { from: number; below: number },
  ): Promise<Surroundings | undefined> {
    const [row] = await this.source.query<Surroundings[]>(
      `SELECT around.* FROM room_members s CROSS JOIN (
         SELECT coalesce(min(seq) < $2, false) AS older, coalesce(max(seq) >= $3, false) AS newer
         FROM messages WHERE room_id = $1) around
       WHERE s.room_id = $1 AND s.user_id = $4`,
      [roomId, from, below, userId],
    );
    return row;
  }

  /** Those of the messages that are there, in the order of their rooms and numbers. */
  async of(manager: EntityManager, ids: readonly string[]): Promise<StoredMessage[]> {
    const rows = await manager.query<NamingRow[]>(THESE, [ids]);
    return messagesIn(rows);
  }

  /** A message that the user may read now: not deleted, in a room of theirs. */
  async readable(userId: number, id: string): Promise<StoredMessage | undefined> {
    const rows = await this.source.query<NamingRow[]>(READABLE, [userId, id]);
    const [message] = messagesIn(rows);
    return message;
  }
}

const select = (direction: 'ASC' | 'DESC'): string =>
  withMessages(
    `SELECT id AS message_id, seq FROM messages WHERE room_id = $1 AND seq >= $2 AND seq < $3
     ORDER BY seq ${direction} OFFSET $4 LIMIT $5`,
    'seq DESC',
  );

const NEWEST = select('DESC');
const OLDEST = select('ASC');

const THESE = withMessages(`SELECT id AS message_id, room_id, seq FROM messages WHERE id = ANY ($1)`, 'room_id, seq');

const READABLE = withMessages(
  `SELECT m.id AS message_id FROM messages m JOIN room_members s ON s.room_id = m.room_id AND s.user_id = $1
   WHERE m.id = $2 AND NOT m.is_deleted`,
  'message_id',
);
