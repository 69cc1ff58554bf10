import { Injectable } from '@nestjs/common';
import { MAX_COUNTED_UNREAD } from '@parley/protocol';
import type { NotificationType, NotifyLevel } from '@parley/protocol';
import { DataSource } from 'typeorm';

import type { StoredMessage } from '../../messages/message.view.js';
import { readPage } from '../../messages/reading/message-page.js';
import { measuredColumn } from '../../messages/reading/measured-messages.js';
import type { Measured } from '../../messages/reading/measured-messages.js';
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
import { grouped, partsOf } from '../../../platform/collections/groups.js';
import { ROOMS_A_STATEMENT } from '../../../platform/database/distribution/rooms-a-statement.js';
import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { json, outer, statement, typed } from '../../../platform/database/statement.js';
import type { RowOf, Types, ValuesOf } from '../../../platform/database/statement.js';
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
    const rows: Row[] = [];
    for (const part of partsOf(roomIds, ROOMS_A_STATEMENT)) {
      const found = await PENDING.rows(this.source, {
        user: userId,
        rooms: part,
        per_room: perRoom,
        // Of twice as many, half remain if a room has as many new messages as reactions.
        most: part.length + 2 * altogether,
        level: levelOf({ roomLevel: null, userLevel }),
        separated,
      });
      rows.push(...found);
    }
    const counts = rows.filter(isCount);
    const notifications = rows.filter(isNotification).toSorted(newestFirst);
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

/** The places of the parameters; `rooms` as the right side of an equation. */
type Places = Readonly<Record<'user' | 'rooms' | 'per_room' | 'level' | 'separated', string>>;

/** The memberships `s` of the user in the rooms, with their levels. */
const memberships = ({ user, rooms, level }: Places): string => `(
  SELECT s.*, coalesce(${roomLevel('s')}, ${level}) AS level, ${hasReceipts('s', rooms)} FROM room_members s
  WHERE s.user_id = ${user} AND s.room_id = ${rooms}) s`;

/** Whether the member `s` is notified of message `m` above the mark, at the level `all`. */
const isNotifiedOf = ({ rooms, separated }: Places): string => `
  ${isPendingAboveMark('m', 's', rooms)} AND m.is_silent IS NOT TRUE AND m.sender_id <> ALL (${separated}::int[])
  AND ${concerns('m', 's', rooms)}`;

/** The number up to which the notifications of a room are counted: as many as are shown, or more. */
const mostPending = ({ per_room: perRoom }: Places): string =>
  `greatest(${perRoom}::int, ${String(MAX_COUNTED_UNREAD)})`;

/** Messages `m` that the member `s` is notified of at the level `all`. */
const messages = (places: Places): string =>
  `${newestAbove('s', 's.delivered_seq', places.rooms)} WHERE ${isNotifiedOf(places)}`;

/**
 * Pending messages at the level `mentions`, found by the index of mentions: a message that mentions user and room comes
 * twice.
 */
const mentioning = (places: Places): string => `
  (SELECT n.room_id, n.message_id FROM mentions n
    WHERE n.room_id = s.room_id${onWorkers(`n.room_id = ${places.rooms}`)}
      AND n.user_id IN (s.user_id, ${String(WHOLE_ROOM)})
      AND n.seq > s.delivered_seq ORDER BY n.seq DESC LIMIT 2 * ${mostPending(places)}) n
  JOIN messages m ON m.room_id = n.room_id${onWorkers(`m.room_id = ${places.rooms}`)} AND m.id = n.message_id
  WHERE ${isNotifiedOf(places)}`;

/** Stored notifications `n` of messages `m` for the member `s`. A level is about messages and reactions. */
const stored = ({ rooms, separated }: Places): string => `
  notifications n JOIN messages m ON m.room_id = n.room_id AND m.id = n.message_id AND NOT m.is_deleted
  WHERE n.user_id = s.user_id AND n.room_id = s.room_id${onWorkers(`n.room_id = ${rooms} AND m.room_id = ${rooms}`)}
    AND coalesce(n.actor_id, m.sender_id) <> ALL (${separated}::int[])
    AND (n.notification_type NOT IN ('REACTION', 'MENTION')
      OR ${isNotified('s.level', `n.notification_type = 'MENTION'`)})`;

const COUNT = {
  last_seq: 'int8',
  unread: 'int4',
  unread_mentions: 'int4',
  pending: 'int4',
} as const satisfies Types;

const NOTIFICATION = {
  message_id: 'uuid',
  notification_id: 'uuid',
  /** Of a stored notification; null: it is derived from the message. */
  stored_type: typed<NotificationType | null>('text | null'),
  notified_at: 'timestamptz',
  seq: 'int8',
} as const satisfies Types;

/**
 * The counts of each room, and the newest notifications of each. A distributed database
 * asks only the workers of the rooms, to which every table is limited.
 */
const PENDING = statement('pending.read', {
  parameters: {
    user: 'int4',
    rooms: 'uuid[]',
    per_room: 'int4',
    most: 'int8',
    level: 'text',
    separated: 'int4[]',
  },
  columns: { room_id: 'uuid', ...outer(COUNT), ...outer(NOTIFICATION), measured: json<Measured | null>() },
  isPrepared: true,
  text: ({ most, ...given }) => {
    const places = { ...given, rooms: `ANY (${given.rooms})` };
    const { rooms, per_room: perRoom } = places;
    return `
    SELECT waiting.*, ${measuredColumn('waiting', rooms)} FROM (
      SELECT s.room_id, r.last_seq,
        ${unreadCount('s', rooms)} AS unread,
        ${unreadMentions('s', rooms)} AS unread_mentions,
        CASE s.level
          WHEN 'all' THEN ${countUpTo(mostPending(places), `FROM ${messages(places)}`)}
          WHEN 'mentions' THEN ${countUpTo(mostPending(places), `DISTINCT m.seq FROM ${mentioning(places)}`)}
          ELSE 0 END + ${countUpTo(mostPending(places), `FROM ${stored(places)}`)} AS pending,
        NULL::uuid AS message_id, NULL::uuid AS notification_id, NULL::text AS stored_type,
        NULL::timestamptz AS notified_at, NULL::bigint AS seq
      FROM ${memberships(places)} JOIN rooms r ON r.id = s.room_id${onWorkers(`r.id = ${rooms}`)}
      UNION ALL
      SELECT s.room_id, NULL, NULL, NULL, NULL, sent.id, sent.id, NULL, sent.created_at, sent.seq
      FROM ${memberships(places)} CROSS JOIN LATERAL (
        SELECT m.id, m.created_at, m.seq FROM ${messages(places)} ORDER BY m.seq DESC LIMIT ${perRoom}) sent
      WHERE s.level = 'all'
      UNION ALL
      SELECT s.room_id, NULL, NULL, NULL, NULL, sent.id, sent.id, NULL, sent.created_at, sent.seq
      FROM ${memberships(places)} CROSS JOIN LATERAL (
        SELECT DISTINCT m.id, m.created_at, m.seq FROM ${mentioning(places)} ORDER BY m.seq DESC LIMIT ${perRoom}) sent
      WHERE s.level = 'mentions'
      UNION ALL
      SELECT s.room_id, NULL, NULL, NULL, NULL, stored.message_id, stored.id, stored.notification_type,
        stored.created_at, stored.seq
      FROM ${memberships(places)} CROSS JOIN LATERAL (
        SELECT n.id, n.message_id, n.notification_type, n.created_at, m.seq FROM ${stored(places)}
        ORDER BY n.created_at DESC LIMIT ${perRoom}) stored
    ) waiting
    ORDER BY waiting.notified_at DESC NULLS FIRST, waiting.seq DESC LIMIT ${most}`;
  },
});
type Row = RowOf<typeof PENDING>;
type CountRow = Row & ValuesOf<typeof COUNT>;
type NotificationRow = Row & ValuesOf<typeof NOTIFICATION>;

const isCount = (row: Row): row is CountRow => row.notification_id === null;
const isNotification = (row: Row): row is NotificationRow => row.notification_id !== null;
