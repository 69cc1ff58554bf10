import { Injectable } from '@nestjs/common';
import type { NotificationType } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { listBytes } from '../messages/message-bytes.js';
import { isFitting, shownIn, withMessages } from '../messages/message.rows.js';
import type { NamingRow } from '../messages/message.rows.js';
import type { StoredMessage } from '../messages/message.view.js';
import { isPending, isUnread } from '../messages/receipts/unread-sql.js';
import { Config } from '../platform/config/config.js';
import { prepared } from '../platform/database/prepared.js';

/** A pending notification of a message or a reaction. */
export interface StoredNotification {
  readonly id: string;
  readonly type: NotificationType;
  /** The message in its current state. */
  readonly message: StoredMessage;
  readonly createdAt: Date;
}

/** The pending notifications and unread messages of a user in one room. */
export interface PendingRoom {
  readonly roomId: string;
  /** The number of messages of others that the user has not read. */
  readonly unread: number;
  /** The number of messages of others that the user has not acknowledged, and of reactions to the user's own. */
  readonly pending: number;
  /** The newest pending notifications, in the order of time. */
  readonly notifications: readonly StoredNotification[];
}

/** The state of a user's rooms in one snapshot. */
export interface PendingSnapshot {
  /** The rooms with anything pending or unread. */
  readonly rooms: readonly PendingRoom[];
  /** The latest sequence number of each of the user's rooms. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The number of pending invitations to rooms. */
  readonly invitations: number;
}

interface Counts {
  readonly of_room: string;
  readonly unread: number;
  readonly pending: number;
}

interface Shown {
  readonly notification_id: string;
  readonly notification_type: NotificationType;
  readonly message_id: string;
  readonly notified_at: Date;
}

type CountedRow = Counts & (Shown | { readonly notification_id: null });

/** The first row contains the numbers. If nothing is pending, it contains nothing else. */
type Row = NamingRow & { readonly numbers: Readonly<Record<string, number>> | null; readonly invitations: number } & (
    CountedRow | { readonly of_room: null }
  );

/** Raw SQL, because notifications are derived from messages and marks, in one prepared statement and snapshot. */
@Injectable()
export class PendingRepository {
  private readonly mostBytes: number;

  constructor(
    private readonly source: DataSource,
    { limits }: Config,
  ) {
    this.mostBytes = listBytes(limits.answerBytes);
  }

  /**
   * Reads one snapshot in one statement, with the newest notifications that fit in an answer.
   * @param perRoom the maximum number of notifications of a room
   * @param altogether the maximum number of notifications
   */
  async read(userId: number, perRoom: number, altogether: number): Promise<PendingSnapshot> {
    const rows = await this.source.query<Row[]>(PENDING, [userId, perRoom, altogether, this.mostBytes]);
    const { messageOf } = shownIn(rows);
    const rooms = new Map<string, PendingRoom & { notifications: StoredNotification[] }>();
    for (const row of rows) {
      if (row.of_room === null) continue;
      const { of_room: roomId, unread, pending } = row;
      const room = rooms.get(roomId) ?? { roomId, unread, pending, notifications: [] };
      const message = isFitting(row) ? messageOf(row) : null;
      if (row.notification_id !== null && message) room.notifications.push(toNotification(row, message));
      rooms.set(roomId, room);
    }
    const { numbers, invitations } = rows[0] ?? { numbers: null, invitations: 0 };
    return { rooms: [...rooms.values()], numbers: new Map(Object.entries(numbers ?? {})), invitations };
  }
}

const toNotification = (row: Shown, message: StoredMessage): StoredNotification => ({
  id: row.notification_id,
  type: row.notification_type,
  message,
  createdAt: row.notified_at,
});

/** Notifications `n` of reactions to messages `m` of the member `s`. */
const REACTIONS = `
  notifications n JOIN messages m ON m.id = n.message_id AND NOT m.is_deleted
  WHERE n.user_id = s.user_id AND n.room_id = s.room_id`;

/** The id, type and time of a notification. */
const NOTIFICATION_FRAME = 200;
/** The id of a room and its number of unread messages. */
const UNREAD_FRAME = 60;

/** The counts only read indexes. */
const PENDING = prepared(
  withMessages(
    `WITH seats AS (
     SELECT s.room_id, s.user_id, s.delivered_seq, s.read_seq
     FROM room_members s JOIN rooms r ON r.id = s.room_id
     WHERE s.user_id = $1 AND (
       r.last_seq > least(s.delivered_seq, s.read_seq)
       OR EXISTS (SELECT FROM notifications n WHERE n.user_id = s.user_id AND n.room_id = s.room_id))
   ), counted AS MATERIALIZED (
     SELECT s.room_id,
       (SELECT count(*) FROM messages m WHERE ${isUnread('m', 's')}) AS unread,
       (SELECT count(*) FROM messages m WHERE ${isPending('m', 's')}) + (SELECT count(*) FROM ${REACTIONS}) AS pending
     FROM seats s
   ), newest AS (
     SELECT s.user_id, waiting.* FROM seats s CROSS JOIN LATERAL (
       (SELECT m.id AS notification_id, false AS is_reaction, m.id AS message_id, m.created_at AS notified_at, m.seq
        FROM messages m WHERE ${isPending('m', 's')}
        ORDER BY m.seq DESC LIMIT $2)
       UNION ALL
       (SELECT n.id, true, n.message_id, n.created_at, m.seq FROM ${REACTIONS} ORDER BY n.created_at DESC LIMIT $2)
       ORDER BY notified_at DESC, seq DESC LIMIT $2
     ) waiting
     ORDER BY notified_at DESC, seq DESC LIMIT $3
   ), shown AS (
     SELECT m.room_id, n.message_id, n.notification_id, n.notified_at, n.seq,
       CASE WHEN n.is_reaction THEN 'REACTION' WHEN p.sender_id = n.user_id THEN 'REPLY' ELSE 'NEW_MESSAGE' END
         AS notification_type
     FROM newest n
     JOIN messages m ON m.id = n.message_id
     LEFT JOIN messages p ON p.id = m.parent_id AND NOT p.is_deleted
   )
   SELECT c.room_id AS of_room, c.unread, c.pending,
     n.message_id, n.notification_id, n.notification_type, n.notified_at, n.seq,
     CASE WHEN row_number() OVER (ORDER BY c.room_id, n.notified_at, n.seq) = 1 THEN (
       SELECT json_object_agg(s.room_id, r.last_seq)
       FROM room_members s JOIN rooms r ON r.id = s.room_id WHERE s.user_id = $1
     ) END AS numbers,
     (SELECT count(*)::int FROM room_invitations i WHERE i.user_id = $1) AS invitations
   FROM (SELECT) one LEFT JOIN counted c ON true LEFT JOIN shown n ON n.room_id = c.room_id`,
    'of_room, notified_at, seq',
    {
      limit: {
        most: `($4 - ${String(UNREAD_FRAME)} * (SELECT count(DISTINCT of_room) FROM naming))`,
        keep: 'notified_at DESC NULLS LAST, seq DESC, notification_id',
        beside: String(NOTIFICATION_FRAME),
        allRows: true,
      },
    },
  ),
);

/** Whether a user may have anything pending, and the state of the user's rooms. */
export interface PendingSummary {
  /** Whether anything may be pending. The user's own messages count too, so the full statement decides. */
  readonly waits: boolean;
  /** The latest sequence number of each room; null if there are no rooms. */
  readonly numbers: Readonly<Record<string, number>> | null;
  /** The number of pending invitations to rooms. */
  readonly invitations: number;
}

/** Raw SQL: one prepared statement for all users that connect at the same moment, by lookups that only read indexes. */
@Injectable()
export class PendingSummaryRepository {
  constructor(private readonly source: DataSource) {}

  /** The summaries in the order of the users, in one statement and one snapshot. */
  read(userIds: readonly number[]): Promise<PendingSummary[]> {
    return this.source.query<PendingSummary[]>(SUMMARIES, [userIds]);
  }
}

const SUMMARIES = prepared(`
  SELECT seen.waits, seen.numbers,
    (SELECT count(*)::int FROM room_invitations i WHERE i.user_id = asked.user_id) AS invitations
  FROM unnest($1::int[]) WITH ORDINALITY AS asked (user_id, place)
  CROSS JOIN LATERAL (
    SELECT json_object_agg(r.id, r.last_seq) AS numbers,
      coalesce(bool_or(
        r.last_seq > least(s.delivered_seq, s.read_seq)
        OR EXISTS (SELECT FROM notifications n WHERE n.user_id = s.user_id AND n.room_id = s.room_id OFFSET 0)
      ), false) AS waits
    FROM room_members s CROSS JOIN LATERAL (SELECT id, last_seq FROM rooms WHERE id = s.room_id OFFSET 0) r
    WHERE s.user_id = asked.user_id
  ) seen
  ORDER BY asked.place`);
