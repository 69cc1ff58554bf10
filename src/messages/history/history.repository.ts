import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { Config } from '../../platform/config/config.js';
import { prepared } from '../../platform/database/prepared.js';
import type { RoomGrant } from '../../rooms/room.policy.js';
import { listBytes } from '../message-bytes.js';
import { fittingPage, messagesIn, shownIn, withMessages } from '../message.rows.js';
import type { NamingRow } from '../message.rows.js';
import type { StoredMessage } from '../message.view.js';
import type { LogRange } from './page-walk.js';

/** A user and one of their rooms. */
type UserInRoom = Pick<RoomGrant<'room.read'>, 'userId' | 'roomId'>;

/** The messages of a range to return. */
export interface Selection {
  /** The end of the range from which messages are counted. */
  readonly nearest: 'newest' | 'oldest';
  /** The number of messages to skip. */
  readonly offset: number;
  readonly limit: number;
}

/** Messages, newest first. */
export interface SelectedMessages {
  readonly messages: readonly StoredMessage[];
  /** Whether further messages of the selection do not fit in an answer. */
  readonly truncated: boolean;
}

/** Whether there are messages before and after a part of the history. */
export interface PageNeighbours {
  readonly older: boolean;
  readonly newer: boolean;
}

/**
 * Stored messages with their senders, receipts, reactions, attachments and references. Raw SQL, because each read is
 * one statement in one snapshot ({@link withMessages}), which checks the membership too.
 */
@Injectable()
export class HistoryRepository {
  private readonly mostBytes: number;

  constructor(
    private readonly source: DataSource,
    { limits }: Config,
  ) {
    this.mostBytes = listBytes(limits.answerBytes);
  }

  /**
   * Messages of a room that the user may see, as many as fit in an answer. Without an offset the cost is the same anywhere in the history.
   */
  async select(
    { userId, roomId }: RoomGrant<'room.read'>,
    { from, below }: LogRange,
    { nearest, offset, limit }: Selection,
  ): Promise<SelectedMessages> {
    const all = await this.source.query<NamingRow[]>(nearest === 'newest' ? NEWEST : OLDEST, [
      roomId,
      from ?? 0,
      below ?? Number.MAX_SAFE_INTEGER,
      offset,
      limit,
      this.mostBytes,
      userId,
    ]);
    const { messageOf } = shownIn(all);
    const { rows, truncated } = fittingPage(all, limit);
    return { messages: rows.flatMap((row) => messageOf(row) ?? []), truncated };
  }

  /**
   * Whether there are messages older than `from`, and not older than `below`. Called after that part has been read, so
   * that a user who was removed since the grant gets nothing of it.
   * @returns undefined for a user who is no longer a member
   */
  async neighbours(
    { userId, roomId }: RoomGrant<'room.read'>,
    { from, below }: { from: number; below: number },
  ): Promise<PageNeighbours | undefined> {
    const [row] = await this.source.query<PageNeighbours[]>(
      `SELECT around.* FROM room_members s CROSS JOIN LATERAL (
         SELECT coalesce(min(seq) < $2, false) AS older, coalesce(max(seq) >= $3, false) AS newer
         FROM messages WHERE room_id = $1 AND seq > s.history_seq) around
       WHERE s.room_id = $1 AND s.user_id = $4`,
      [roomId, from, below, userId],
    );
    return row;
  }

  /** The existing ones of the messages in a room of the user, who sees them there, ordered by sequence number. */
  async byIds(
    manager: EntityManager,
    { userId, roomId }: UserInRoom,
    ids: readonly string[],
  ): Promise<StoredMessage[]> {
    if (ids.length === 0) return [];
    const rows = await manager.query<NamingRow[]>(THESE, [ids, roomId, userId]);
    return messagesIn(rows);
  }

  /** A message that the user may read now: not deleted, and in this room, of which the user is a member. */
  async readable({ userId, roomId }: UserInRoom, id: string): Promise<StoredMessage | undefined> {
    const rows = await this.source.query<NamingRow[]>(READABLE, [userId, id, roomId]);
    const [message] = messagesIn(rows);
    return message;
  }
}

const select = (direction: 'ASC' | 'DESC'): string =>
  prepared(
    withMessages(
      `SELECT id AS message_id, seq FROM messages WHERE room_id = $1 AND seq >= $2 AND seq < $3
         AND seq > (SELECT history_seq FROM room_members WHERE room_id = $1 AND user_id = $7)
       ORDER BY seq ${direction} OFFSET $4 LIMIT $5`,
      'seq DESC',
      { limit: { most: '$6', keep: `seq ${direction}` } },
    ),
  );

const NEWEST = select('DESC');
const OLDEST = select('ASC');

const THESE = withMessages(
  `SELECT id AS message_id, seq FROM messages
   WHERE id = ANY ($1) AND room_id = $2
     AND seq > (SELECT history_seq FROM room_members WHERE room_id = $2 AND user_id = $3)`,
  'seq',
);

const READABLE = withMessages(
  `SELECT m.id AS message_id FROM messages m JOIN room_members s ON s.room_id = $3 AND s.user_id = $1
   WHERE m.id = $2 AND m.room_id = $3 AND m.seq > s.history_seq AND NOT m.is_deleted`,
  'message_id',
);

/** A message whose row has been deleted, and its sequence number. */
interface GoneMessage {
  readonly id: string;
  readonly seq: number;
}

/**
 * Messages of the change log of a room, for replay. No grant is needed: only members of the room receive the replay.
 * Raw SQL, because a message is read with everything that belongs to it in one statement ({@link withMessages}).
 */
@Injectable()
export class MessageLogRepository {
  constructor(private readonly source: DataSource) {}

  /** The messages with sequence numbers above `after` and up to `upTo`. */
  async sent(roomId: string, after: number, upTo: number): Promise<StoredMessage[]> {
    return messagesIn(await this.source.query<NamingRow[]>(SENT, [roomId, after, upTo]));
  }

  /** The messages in this range whose rows have been deleted. */
  async gone(roomId: string, after: number, upTo: number): Promise<GoneMessage[]> {
    // A deletion has a higher number than its message, so the index on change_seq narrows the search.
    return this.source.query<GoneMessage[]>(
      `SELECT message_id AS id, seq FROM message_deletions
       WHERE room_id = $1 AND change_seq > $2 AND seq > $2 AND seq <= $3`,
      [roomId, after, upTo],
    );
  }

  async all(ids: readonly string[]): Promise<Map<string, StoredMessage>> {
    if (ids.length === 0) return new Map();
    const messages = messagesIn(await this.source.query<NamingRow[]>(ALL, [ids]));
    return new Map(messages.map((message) => [message.id, message]));
  }
}

const SENT = withMessages(
  `SELECT id AS message_id, seq FROM messages WHERE room_id = $1 AND seq > $2 AND seq <= $3`,
  'seq',
);

const ALL = withMessages(`SELECT id AS message_id FROM messages WHERE id = ANY ($1)`, 'message_id');
