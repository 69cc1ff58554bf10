import { Injectable } from '@nestjs/common';
import { MAX_COUNTED_UNREAD } from '@parley/protocol';
import type { NotificationType, NotifyLevel } from '@parley/protocol';
import { DataSource } from 'typeorm';

import type { StoredMessage } from '../../messages/message.view.js';
import { readPage } from '../../messages/reading/message-page.js';
import { measuredColumn } from '../../messages/reading/measured-messages.js';
import type { MeasuredRow } from '../../messages/reading/measured-messages.js';
import {
  countUpTo,
  hasReceipts,
  isPendingAboveMark,
  newestAbove,
  unreadCount,
  unreadMentions,
} from '../../messages/receipts/unread-sql.js';
import { concerns } from '../../messages/threads/thread-sql.js';
import { WHOLE_ROOM } from '../../messages/mentions/mention.entity.js';
import { levelOf } from '../../notification-levels/level.js';
import { isNotified, roomLevel } from '../../notification-levels/level-sql.js';
import { grouped } from '../../../platform/collections/group-by.js';
import { partsOf } from '../../../platform/collections/parts.js';
import { ROOMS_A_STATEMENT } from '../../../platform/database/distribution/rooms-a-statement.js';
import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { prepared } from '../../../platform/database/prepared.js';
import { NewestNotifications, shownNotification, typeFor } from './newest-notifications.js';
import type { ShownNotification } from './newest-notifications.js';
import type { NotificationLimits } from './pending.settings.js';

/** The pending notifications and unread messages of a user in one room, as of one moment. */
export interface PendingRoomState {
  readonly roomId: string;
  /** The latest sequence number. */
  readonly lastSeq: number;
  /** The number of messages of others that the user has not read, up to `MAX_COUNTED_UNREAD`. */
  readonly unread: number;
  /** The number of those of them that mention the user, or the room. */
  readonly unreadMentions: number;
  /**
   * The number of messages of others that the user has not acknowledged, and of reactions to the user's own, each up to
   * `MAX_COUNTED_UNREAD`, or to the number that is shown if that is higher.
   */
  readonly pending: number;
  readonly newest: NewestNotifications;
}

/** A user, and of which messages the user is notified in rooms without a level of their own; null: none is chosen. */
export interface NotifiedUser {
  readonly userId: number;
  readonly userLevel: NotifyLevel | null;
  /** Whom the user blocks, and who blocks the user: the user is notified of none of them. */
  readonly separated: readonly number[];
}

interface CountRow {
  readonly room_id: string;
  readonly last_seq: number;
  readonly unread: number;
  readonly unread_mentions: number;
  readonly pending: number;
  readonly notification_id: null;
}

interface NotificationRow extends MeasuredRow {
  readonly message_id: string;
  readonly notification_id: string;
  /** Of a stored notification; null: it is derived from the message. */
  readonly stored_type: NotificationType | null;
  readonly notified_at: Date;
  readonly seq: number;
}

/** Raw SQL, because notifications are derived from messages and marks, of one moment in each room. */
@Injectable()
export class PendingRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Reads the pending counts of these rooms of the user, with the newest notifications.
   * @param mostBytes the maximum number of bytes of the notifications of all rooms together
   */
  async read(
    notified: NotifiedUser,
    roomIds: readonly string[],
    limits: NotificationLimits,
    mostBytes: number,
  ): Promise<PendingRoomState[]> {
    const { userId } = notified;
    const { counts, newest } = await this.rows(notified, roomIds, limits);
    const reader = { userId, sees: 'all' } as const;
    const { rows } = await readPage(this.source, newest, reader, { mostBytes, beside: () => NOTIFICATION_FRAME });
    const shown = rows.flatMap(({ row, message }) =>
      message ? { roomId: row.room_id, notification: toNotification(userId, row, message) } : [],
    );
    const byRoom = grouped(shown, ({ roomId }) => roomId);
    return counts.map(({ room_id, last_seq, unread, unread_mentions, pending }) => ({
      roomId: room_id,
      lastSeq: last_seq,
      unread,
      unreadMentions: unread_mentions,
      pending,
      newest: new NewestNotifications((byRoom.get(room_id) ?? []).map(({ notification }) => notification)),
    }));
  }

  /** The counts of the rooms, and the newest notifications, the newest first. */
  private async rows(
    { userId, userLevel, separated }: NotifiedUser,
    roomIds: readonly string[],
    { perRoom, altogether }: NotificationLimits,
  ): Promise<{ counts: CountRow[]; newest: NotificationRow[] }> {
    const rows: (CountRow | NotificationRow)[] = [];
    for (const part of partsOf(roomIds, ROOMS_A_STATEMENT)) {
      // Of twice as many, half remain if a room has as many new messages as reactions.
      const most = part.length + 2 * altogether;
      rows.push(
        ...(await this.source.query<typeof rows>(PENDING, [
          userId,
          part,
          perRoom,
          most,
          levelOf({ roomLevel: null, userLevel }),
          separated,
        ])),
      );
    }
    const counts = rows.filter((row) => row.notification_id === null);
    const notifications = rows.filter((row) => row.notification_id !== null).toSorted(newestFirst);
    const ofRooms = grouped(notifications, ({ room_id }) => room_id);
    const newest = [...ofRooms.values()].flatMap((ofRoom) => ofRoom.slice(0, perRoom)).toSorted(newestFirst);
    return {
      counts,
      newest: newest.slice(0, altogether),
    };
  }
}

const newestFirst = (one: NotificationRow, other: NotificationRow): number =>
  other.notified_at.getTime() - one.notified_at.getTime() || other.seq - one.seq;

const toNotification = (userId: number, row: NotificationRow, message: StoredMessage): ShownNotification =>
  shownNotification({
    id: row.notification_id,
    type: row.stored_type ?? typeFor(userId, message),
    isStored: row.stored_type !== null,
    message,
    createdAt: row.notified_at,
  });

/** The id, type and time of a notification. */
const NOTIFICATION_FRAME = 200;

const ROOMS = 'ANY ($2)';

/** The memberships `s` of the user in the rooms, with their levels. */
const MEMBERSHIPS = `(
  SELECT s.*, coalesce(${roomLevel('s')}, $5) AS level, ${hasReceipts('s', ROOMS)} FROM room_members s
  WHERE s.user_id = $1 AND s.room_id = ${ROOMS}) s`;

/** Whether the member `s` is notified of message `m` above the mark, at the level `all`. */
const IS_NOTIFIED = `${isPendingAboveMark('m', 's', ROOMS)} AND m.is_silent IS NOT TRUE AND m.sender_id <> ALL ($6::int[])
  AND ${concerns('m', 's', ROOMS)}`;

/** The number up to which the notifications of a room are counted: as many as are shown, or more. */
const MOST_PENDING = `greatest($3::int, ${String(MAX_COUNTED_UNREAD)})`;

/** Messages `m` that the member `s` is notified of at the level `all`. */
const MESSAGES = `${newestAbove('s', 's.delivered_seq', ROOMS)} WHERE ${IS_NOTIFIED}`;

/**
 * Pending messages at the level `mentions`, found by the index of mentions: a message that mentions user and room comes
 * twice.
 */
const MENTIONING = `
  (SELECT n.room_id, n.message_id FROM mentions n
    WHERE n.room_id = s.room_id${onWorkers(`n.room_id = ${ROOMS}`)} AND n.user_id IN (s.user_id, ${String(WHOLE_ROOM)})
      AND n.seq > s.delivered_seq ORDER BY n.seq DESC LIMIT 2 * ${MOST_PENDING}) n
  JOIN messages m ON m.room_id = n.room_id${onWorkers(`m.room_id = ${ROOMS}`)} AND m.id = n.message_id
  WHERE ${IS_NOTIFIED}`;

/** Stored notifications `n` of messages `m` for the member `s`. A level is about messages and reactions. */
const STORED = `
  notifications n JOIN messages m ON m.room_id = n.room_id AND m.id = n.message_id AND NOT m.is_deleted
  WHERE n.user_id = s.user_id AND n.room_id = s.room_id${onWorkers(`n.room_id = ${ROOMS} AND m.room_id = ${ROOMS}`)}
    AND coalesce(n.actor_id, m.sender_id) <> ALL ($6::int[])
    AND (n.notification_type NOT IN ('REACTION', 'MENTION')
      OR ${isNotified('s.level', `n.notification_type = 'MENTION'`)})`;

/**
 * The counts of each room, and the newest notifications of each. A distributed database
 * asks only the workers of the rooms, to which every table is limited.
 */
const PENDING = prepared(`
  SELECT waiting.*, ${measuredColumn('waiting', ROOMS)} FROM (
    SELECT s.room_id, r.last_seq,
      ${unreadCount('s', ROOMS)} AS unread,
      ${unreadMentions('s', ROOMS)} AS unread_mentions,
      CASE s.level
        WHEN 'all' THEN ${countUpTo(MOST_PENDING, `FROM ${MESSAGES}`)}
        WHEN 'mentions' THEN ${countUpTo(MOST_PENDING, `DISTINCT m.seq FROM ${MENTIONING}`)}
        ELSE 0 END + ${countUpTo(MOST_PENDING, `FROM ${STORED}`)} AS pending,
      NULL::uuid AS message_id, NULL::uuid AS notification_id, NULL::text AS stored_type,
      NULL::timestamptz AS notified_at, NULL::bigint AS seq
    FROM ${MEMBERSHIPS} JOIN rooms r ON r.id = s.room_id${onWorkers(`r.id = ${ROOMS}`)}
    UNION ALL
    SELECT s.room_id, NULL, NULL, NULL, NULL, sent.id, sent.id, NULL, sent.created_at, sent.seq
    FROM ${MEMBERSHIPS} CROSS JOIN LATERAL (
      SELECT m.id, m.created_at, m.seq FROM ${MESSAGES} ORDER BY m.seq DESC LIMIT $3) sent
    WHERE s.level = 'all'
    UNION ALL
    SELECT s.room_id, NULL, NULL, NULL, NULL, sent.id, sent.id, NULL, sent.created_at, sent.seq
    FROM ${MEMBERSHIPS} CROSS JOIN LATERAL (
      SELECT DISTINCT m.id, m.created_at, m.seq FROM ${MENTIONING} ORDER BY m.seq DESC LIMIT $3) sent
    WHERE s.level = 'mentions'
    UNION ALL
    SELECT s.room_id, NULL, NULL, NULL, NULL, stored.message_id, stored.id, stored.notification_type, stored.created_at,
      stored.seq
    FROM ${MEMBERSHIPS} CROSS JOIN LATERAL (
      SELECT n.id, n.message_id, n.notification_type, n.created_at, m.seq FROM ${STORED}
      ORDER BY n.created_at DESC LIMIT $3) stored
  ) waiting
  ORDER BY waiting.notified_at DESC NULLS FIRST, waiting.seq DESC LIMIT $4`);

/** Whether a user may have anything pending, and the state of the user's rooms. */
export interface PendingSummary {
  /**
   * The rooms in which anything may be pending, each with the lower one of the user's marks; null: none. The user's own
   * messages count too.
   */
  readonly waiting: Readonly<Record<string, number>> | null;
  /** The latest sequence number of each room; null if there are no rooms. */
  readonly numbers: Readonly<Record<string, number>> | null;
  /** The number of pending invitations to rooms. */
  readonly invitations: number;
}

/** Raw SQL: one prepared statement for all users that connect at the same moment, by lookups that only read indexes. */
@Injectable()
export class PendingSummaryRepository {
  constructor(private readonly source: DataSource) {}

  /** The summaries in the order of the users, in one statement. */
  async read(userIds: readonly number[]): Promise<PendingSummary[]> {
    const rows = await this.source.query<(PendingSummary & { user_id: number })[]>(SUMMARIES, [userIds]);
    const summaries = new Map(rows.map((row) => [row.user_id, row]));
    return userIds.map((id) => summaries.get(id) ?? { waiting: null, numbers: null, invitations: 0 });
  }
}

/**
 * The row of a room is read in a sub-select, by its key: with a join, PostgreSQL might read all rooms. It names no
 * rooms: the users who connect at the same moment have rooms on every server of a distributed database.
 */
const SUMMARIES = prepared(`
  SELECT seen.user_id,
    json_object_agg(seen.room_id, seen.last_seq) FILTER (WHERE seen.last_seq IS NOT NULL) AS numbers,
    json_object_agg(seen.room_id, seen.mark) FILTER (WHERE seen.mark IS NOT NULL) AS waiting,
    (count(*) FILTER (WHERE seen.is_invitation))::int AS invitations
  FROM (
    SELECT mine.room_id, mine.user_id, mine.last_seq, false AS is_invitation,
      CASE WHEN mine.last_seq > mine.mark OR EXISTS (
        SELECT FROM notifications n WHERE n.user_id = mine.user_id AND n.room_id = mine.room_id) THEN mine.mark END AS mark
    FROM (
      SELECT s.room_id, s.user_id, least(s.delivered_seq, s.read_seq) AS mark,
        (SELECT r.last_seq FROM rooms r WHERE r.id = s.room_id) AS last_seq
      FROM room_members s WHERE s.user_id = ANY ($1)) mine
    UNION ALL
    SELECT i.room_id, i.user_id, NULL, true, NULL FROM room_invitations i WHERE i.user_id = ANY ($1)) seen
  GROUP BY seen.user_id`);
