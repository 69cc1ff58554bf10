import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';

/** A room that has messages of a user since a time. */
type RecentRoom = RowOf<typeof RECENT_ROOMS>;

/** The messages of a user since a time. */
export interface SentSince {
  readonly senderId: number;
  readonly since: Date;
}

/** The number of rooms that one statement returns. */
const ROOMS = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * The messages of one user since a time, in all rooms. The messages of the user are read by indexes; an index of ids does
 * not know when a message was sent that was scheduled or held before. Raw SQL, because it counts by room.
 */
@Injectable()
export class RecentMessagesRepository {
  constructor(private readonly source: DataSource) {}

  /** Whether a time is at most this many seconds ago, and not ahead, by the clock of the database. */
  async isWithin(time: Date, seconds: number): Promise<boolean> {
    return (await IS_WITHIN.one(this.source, { time, seconds })).within;
  }

  async *rooms({ senderId, since }: SentSince): AsyncGenerator<RecentRoom> {
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const rooms: readonly RecentRoom[] = await RECENT_ROOMS.rows(this.source, { sender: senderId, since, after });
      yield* rooms;
      after = rooms.length < ROOMS ? undefined : rooms.at(-1)?.id;
    }
  }

  /** The ids of the messages in a room, in their order, in pages of this size. */
  async *pages(roomId: string, { senderId, since }: SentSince, size: number): AsyncGenerator<readonly string[]> {
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const page = { room: roomId, sender: senderId, since, after, limit: size };
      const rows: readonly { readonly id: string }[] = await RECENT.rows(this.source, page);
      if (rows.length > 0) yield rows.map(({ id }) => id);
      after = rows.length < size ? undefined : rows.at(-1)?.id;
    }
  }
}

const IS_WITHIN = statement('recent_messages.is_within', {
  parameters: { time: 'timestamptz', seconds: 'float8' },
  columns: { within: 'bool' },
  text: ({ time, seconds }) =>
    `SELECT ${time}::timestamptz BETWEEN now() - make_interval(secs => ${seconds}) AND now() AS within`,
});

const RECENT_ROOMS = statement('recent_messages.rooms', {
  parameters: { sender: 'int4', since: 'timestamptz', after: 'uuid' },
  columns: { id: 'uuid', messages: 'int4', isHeld: 'bool' },
  text: ({ sender, since, after }) => `
    SELECT r.id, found.messages, r.held_at IS NOT NULL AS "isHeld" FROM (
      SELECT room_id, count(*)::int AS messages FROM messages
      WHERE sender_id = ${sender} AND created_at >= ${since} AND room_id > ${after} GROUP BY room_id) found
    JOIN rooms r ON r.id = found.room_id
    ORDER BY r.id LIMIT ${String(ROOMS)}`,
});

const RECENT = statement('recent_messages.page', {
  parameters: { room: 'uuid', sender: 'int4', since: 'timestamptz', after: 'uuid', limit: 'int8' },
  columns: { id: 'uuid' },
  text: ({ room, sender, since, after, limit }) => `
    SELECT id FROM messages
    WHERE room_id = ${room} AND sender_id = ${sender} AND created_at >= ${since} AND id > ${after}
    ORDER BY id LIMIT ${limit}`,
});
