import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { Limits } from '../../../platform/config/limits.settings.js';
import { prepared } from '../../../platform/database/prepared.js';
import type { RoomGrant } from '../../rooms/room.policy.js';
import { listBytes } from '../../../platform/collections/list-bytes.js';
import type { StoredMessage } from '../message.view.js';
import type { Reader } from '../reading/message.rows.js';
import { readPage } from '../reading/message-page.js';
import { readMessages } from '../reading/read-messages.js';
import { isInRoom } from '../threads/thread-sql.js';
import { measuredColumn } from '../reading/measured-messages.js';
import type { NamingRow, MeasuredRow } from '../reading/measured-messages.js';
import type { LogRange } from './page-walk.js';
import { namedMessages } from '../named-messages-sql.js';

type UserInRoom = Pick<RoomGrant<'room.read'>, 'userId' | 'roomId'>;

/** The messages of a range to return. */
export interface Selection {
  /** The end of the range from which messages are counted. */
  readonly nearest: 'newest' | 'oldest';
  /** The number of messages to skip. */
  readonly offset: number;
  readonly limit: number;
}

/** Which messages of a room are wanted: those that stand there, all of its log, or those of a thread. */
export type HistoryScope = 'room' | 'log' | { readonly threadId: string };

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

/** Stored messages with their senders, receipts, reactions, attachments and references ({@link readPage}). */
@Injectable()
export class HistoryRepository {
  private readonly mostBytes: number;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
  ) {
    this.mostBytes = listBytes(limits.answerBytes);
  }

  /**
   * Messages of a room that the user may see, as many as fit in an answer. Without an offset the cost is the same
   * anywhere in the history.
   */
  async select(
    { userId, roomId }: RoomGrant<'room.read'>,
    { from, below }: LogRange,
    { nearest, offset, limit }: Selection,
    scope: HistoryScope,
  ): Promise<SelectedMessages> {
    const range = [roomId, from ?? 0, below ?? Number.MAX_SAFE_INTEGER, offset, limit, userId];
    const rows = await this.source.query<MeasuredRow[]>(SELECTIONS[kindOf(scope)][nearest], [...range, ...of(scope)]);
    const page = await readPage(this.source, rows, historyOf(userId), { mostBytes: this.mostBytes });
    const messages = page.rows.flatMap(({ message }) => message ?? []);
    if (nearest === 'oldest') messages.reverse();
    return { messages, truncated: page.rows.length < rows.length };
  }

  /**
   * Whether there are messages older than `from`, and not older than `below`. Called after that part has been read, so
   * that a user who was removed since the grant gets nothing of it.
   * @returns undefined for a user who is no longer a member
   */
  async neighbours(
    { userId, roomId }: RoomGrant<'room.read'>,
    { from, below }: { from: number; below: number },
    scope: HistoryScope,
  ): Promise<PageNeighbours | undefined> {
    const place = [roomId, from, below, userId, ...of(scope)];
    const [row] = await this.source.query<PageNeighbours[]>(NEIGHBOURS[kindOf(scope)], place);
    return row;
  }

  /** The existing ones of the messages in a room of the user, who sees them there, ordered by sequence number. */
  async byIds(
    manager: EntityManager,
    { userId, roomId }: UserInRoom,
    ids: readonly string[],
  ): Promise<StoredMessage[]> {
    const messages = await readMessages(manager, inRoom(roomId, ids), historyOf(userId));
    return messages.toSorted((one, other) => one.seq - other.seq);
  }

  /** The existing ones of these messages of a room in their order, for no reader in particular. */
  async present(roomId: string, ids: readonly string[]): Promise<StoredMessage[]> {
    const messages = await readMessages(this.source, inRoom(roomId, ids), undefined);
    return messages.toSorted((one, other) => one.seq - other.seq);
  }

  /** A message that the user may read now: not deleted, and in this room, of which the user is a member. */
  async readable({ userId, roomId }: UserInRoom, id: string): Promise<StoredMessage | undefined> {
    const [message] = await readMessages(this.source, inRoom(roomId, [id]), historyOf(userId));
    return message?.isDeleted ? undefined : message;
  }
}

const historyOf = (userId: number): Reader => ({ userId, sees: 'history' });

const inRoom = (roomId: string, ids: readonly string[]): NamingRow[] =>
  ids.map((id) => ({ room_id: roomId, message_id: id.toLowerCase() }));

type ScopeKind = 'room' | 'log' | 'thread';

const kindOf = (scope: HistoryScope): ScopeKind => (typeof scope === 'string' ? scope : 'thread');

/** The last parameter of the statements for a thread. */
const of = (scope: HistoryScope): string[] => (typeof scope === 'string' ? [] : [scope.threadId]);

type Direction = 'ASC' | 'DESC';

/** @param from the messages, of which OFFSET and LIMIT take some */
const selection = (from: string, direction: Direction): string =>
  prepared(`
    SELECT n.*, ${measuredColumn('n', '$1')} FROM (
      SELECT room_id, id AS message_id, seq FROM ${from} ORDER BY seq ${direction} OFFSET $4 LIMIT $5) n
    ORDER BY n.seq ${direction}`);

const IN_RANGE = `seq >= $2 AND seq < $3
    AND seq > (SELECT history_seq FROM room_members WHERE room_id = $1 AND user_id = $6)`;

/** @param condition for messages `m` */
const inRange = (condition: string): string => `messages m WHERE room_id = $1 AND ${IN_RANGE}${condition}`;

/** The replies in their order, and the message that started the thread: each is found by an index. */
const inThread = (direction: Direction): string => `(
  (SELECT room_id, id, seq FROM ${inRange(' AND m.thread_id = $7')} ORDER BY seq ${direction} LIMIT $4::int + $5::int)
  UNION ALL
  SELECT m.room_id, m.id, m.seq FROM ${namedMessages('ARRAY[$7::uuid]', '$1')} WHERE ${IN_RANGE}) m`;

const both = (from: (direction: Direction) => string): Readonly<Record<Selection['nearest'], string>> => ({
  newest: selection(from('DESC'), 'DESC'),
  oldest: selection(from('ASC'), 'ASC'),
});

const SELECTIONS: Readonly<Record<ScopeKind, Readonly<Record<Selection['nearest'], string>>>> = {
  room: both(() => inRange(` AND ${isInRoom('m')}`)),
  log: both(() => inRange('')),
  thread: both(inThread),
};

/** @param conditions for messages `m`: any of them */
const neighbours = (...conditions: readonly string[]): string => {
  const exists = (place: string): string =>
    conditions
      .map(
        (condition) => `(
          SELECT m.seq FROM messages m
          WHERE m.room_id = $1 AND m.seq > s.history_seq AND ${place} AND ${condition}
          ORDER BY m.seq LIMIT 1) IS NOT NULL`,
      )
      .join(' OR ');
  return prepared(`
    SELECT ${exists('m.seq < $2')} AS older, ${exists('m.seq >= $3')} AS newer
    FROM room_members s WHERE s.room_id = $1 AND s.user_id = $4`);
};

const NEIGHBOURS: Readonly<Record<ScopeKind, string>> = {
  room: neighbours(isInRoom('m')),
  log: neighbours('true'),
  thread: neighbours('m.thread_id = $5', 'm.id = $5'),
};

/** A message whose row has been deleted, and its sequence number. */
interface GoneMessage {
  readonly id: string;
  readonly seq: number;
}

/**
 * Messages of the change log of a room, for replay. No grant is needed: only members of the room receive the replay.
 */
@Injectable()
export class MessageLogRepository {
  constructor(private readonly source: DataSource) {}

  /** The messages with sequence numbers above `after` and up to `upTo`. */
  async sent(roomId: string, after: number, upTo: number): Promise<StoredMessage[]> {
    return readMessages(this.source, await this.source.query<NamingRow[]>(SENT, [roomId, after, upTo]));
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

  /** The existing ones of these messages of the room, by their ids. */
  async all(roomId: string, ids: readonly string[]): Promise<Map<string, StoredMessage>> {
    const messages = await readMessages(this.source, inRoom(roomId, ids));
    return new Map(messages.map((message) => [message.id, message]));
  }
}

const SENT =
  'SELECT room_id, id AS message_id FROM messages WHERE room_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq';
