import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { fromRow, MESSAGE_COLUMNS } from '../messages/index.js';
import type { MessageRow, StoredMessage } from '../messages/index.js';

/** What waits for a user in one room. */
export interface PendingRoom {
  readonly roomId: string;
  /** Messages of others that the user has not read. */
  readonly unread: number;
  /** Messages of others that the user has not acknowledged. */
  readonly pending: number;
  /** The newest of the latter, in the order of their sending. */
  readonly messages: readonly StoredMessage[];
}

interface Counts {
  readonly of_room: string;
  readonly unread: number;
  readonly pending: number;
}

type Row = Counts & (MessageRow | { readonly id: null });

@Injectable()
export class PendingRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * One snapshot, in one statement.
   * @param perRoom messages of a room at the most
   * @param altogether messages at the most
   */
  async of(userId: number, perRoom: number, altogether: number): Promise<PendingRoom[]> {
    const rows = await this.source.query<Row[]>(PENDING, [userId, perRoom, altogether]);
    const rooms = new Map<string, PendingRoom & { messages: StoredMessage[] }>();
    for (const row of rows) {
      const room = rooms.get(row.of_room) ?? {
        roomId: row.of_room,
        unread: row.unread,
        pending: row.pending,
        messages: [],
      };
      if (row.id !== null) room.messages.push(fromRow(row));
      rooms.set(row.of_room, room);
    }
    return [...rooms.values()];
  }
}

const PENDING = `
  WITH waiting AS (
    SELECT s.room_id, s.delivered_seq, s.read_seq
    FROM room_members s JOIN rooms r ON r.id = s.room_id
    WHERE s.user_id = $1 AND r.last_seq > least(s.delivered_seq, s.read_seq)
  ), counted AS (
    SELECT w.room_id, w.delivered_seq,
      (count(*) FILTER (WHERE m.seq > w.read_seq))::int AS unread,
      (count(*) FILTER (WHERE m.seq > w.delivered_seq))::int AS pending
    FROM waiting w
    JOIN messages m ON m.room_id = w.room_id AND m.seq > least(w.delivered_seq, w.read_seq)
      AND m.sender_id <> $1 AND NOT m.is_deleted
    GROUP BY w.room_id, w.delivered_seq
  ), newest AS (
    SELECT ${MESSAGE_COLUMNS}
    FROM counted c CROSS JOIN LATERAL (
      SELECT * FROM messages
      WHERE room_id = c.room_id AND seq > c.delivered_seq AND sender_id <> $1 AND NOT is_deleted
      ORDER BY seq DESC LIMIT $2
    ) m JOIN users u ON u.id = m.sender_id
    ORDER BY m.created_at DESC, m.seq DESC LIMIT $3
  )
  SELECT c.room_id AS of_room, c.unread, c.pending, n.*
  FROM counted c LEFT JOIN newest n ON n.room_id = c.room_id
  ORDER BY c.room_id, n.seq`;
