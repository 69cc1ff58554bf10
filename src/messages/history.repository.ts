import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { RoomGrant } from '../rooms/index.js';
import { fromRow, MESSAGE_COLUMNS } from './message.rows.js';
import type { MessageRow } from './message.rows.js';
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
    _grant: RoomGrant<'room.read'>,
    roomId: string,
    { from, below }: LogRange,
    { nearest, offset, limit }: Selection,
  ): Promise<StoredMessage[]> {
    // What is passed over is left out before anything is read that belongs to it.
    const rows = await this.source.query<MessageRow[]>(
      `SELECT ${MESSAGE_COLUMNS} FROM (
         SELECT * FROM messages WHERE room_id = $1 AND seq >= $2 AND seq < $3
         ORDER BY seq ${nearest === 'newest' ? 'DESC' : 'ASC'} OFFSET $4 LIMIT $5) m
       ORDER BY m.seq DESC`,
      [roomId, from ?? 0, below ?? Number.MAX_SAFE_INTEGER, offset, limit],
    );
    return rows.map(fromRow);
  }

  /** What is older than a part of the history is below `from`; what is newer is not below `below`. */
  async around(
    _grant: RoomGrant<'room.read'>,
    roomId: string,
    { from, below }: { from: number; below: number },
  ): Promise<Surroundings> {
    const [row] = await this.source.query<[Surroundings]>(
      `SELECT coalesce(min(seq) < $2, false) AS older, coalesce(max(seq) >= $3, false) AS newer
       FROM messages WHERE room_id = $1`,
      [roomId, from, below],
    );
    return row;
  }

  /** Those of the messages that are there, in the order of their rooms and numbers. */
  async of(manager: EntityManager, ids: readonly string[]): Promise<StoredMessage[]> {
    const rows = await manager.query<MessageRow[]>(
      `SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE m.id = ANY ($1) ORDER BY m.room_id, m.seq`,
      [ids],
    );
    return rows.map(fromRow);
  }

  /** A message that the user may read now: not deleted, in a room of theirs. */
  async readable(userId: number, id: string): Promise<StoredMessage | undefined> {
    const [row] = await this.source.query<MessageRow[]>(
      `SELECT ${MESSAGE_COLUMNS} FROM messages m JOIN room_members s ON s.room_id = m.room_id AND s.user_id = $1
       WHERE m.id = $2 AND NOT m.is_deleted`,
      [userId, id],
    );
    return row && fromRow(row);
  }
}
