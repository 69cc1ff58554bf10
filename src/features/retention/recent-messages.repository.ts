import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A room that has messages of a user since a time. */
export interface RecentRoom {
  readonly id: string;
  readonly messages: number;
  readonly isHeld: boolean;
}

/** The messages of a user since a time. */
export interface SentSince {
  readonly senderId: number;
  readonly since: Date;
}

/** The number of rooms that one statement returns. */
const ROOMS = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const RECENT_ROOMS = `
  SELECT r.id, found.messages, r.held_at IS NOT NULL AS "isHeld" FROM (
    SELECT room_id, count(*)::int AS messages FROM messages
    WHERE sender_id = $1 AND created_at >= $2 AND room_id > $3 GROUP BY room_id) found
  JOIN rooms r ON r.id = found.room_id
  ORDER BY r.id LIMIT ${String(ROOMS)}`;

const RECENT = `
  SELECT id FROM messages WHERE room_id = $1 AND sender_id = $2 AND created_at >= $3 AND id > $4
  ORDER BY id LIMIT $5`;

/**
 * The messages of one user since a time, in all rooms. The messages of the user are read by indexes; an index of ids does
 * not know when a message was sent that was scheduled or held before. Raw SQL, because it counts by room.
 */
@Injectable()
export class RecentMessagesRepository {
  constructor(private readonly source: DataSource) {}

  /** Whether a time is at most this many seconds ago, and not ahead, by the clock of the database. */
  async isWithin(time: Date, seconds: number): Promise<boolean> {
    const [row] = await this.source.query<[{ within: boolean }]>(
      `SELECT $1::timestamptz BETWEEN now() - make_interval(secs => $2) AND now() AS within`,
      [time, seconds],
    );
    return row.within;
  }

  async *rooms({ senderId, since }: SentSince): AsyncGenerator<RecentRoom> {
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const rooms: RecentRoom[] = await this.source.query(RECENT_ROOMS, [senderId, since, after]);
      yield* rooms;
      after = rooms.length < ROOMS ? undefined : rooms.at(-1)?.id;
    }
  }

  /** The ids of the messages in a room, in their order, in pages of this size. */
  async *pages(roomId: string, { senderId, since }: SentSince, size: number): AsyncGenerator<readonly string[]> {
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const rows: { id: string }[] = await this.source.query(RECENT, [roomId, senderId, since, after, size]);
      if (rows.length > 0) yield rows.map(({ id }) => id);
      after = rows.length < size ? undefined : rows.at(-1)?.id;
    }
  }
}
