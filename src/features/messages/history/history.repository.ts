import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { Limits } from '../../../platform/config/limits.settings.js';
import { json, statement } from '../../../platform/database/statement.js';
import type { RoomGrant } from '../../rooms/room.policy.js';
import { listBytes } from '../../../platform/collections/list-bytes.js';
import type { StoredMessage } from '../message.view.js';
import type { Reader } from '../reading/message.rows.js';
import { readPage } from '../reading/message-page.js';
import { readMessages } from '../reading/read-messages.js';
import { isInRoom } from '../threads/thread-sql.js';
import { measuredColumn } from '../reading/measured-messages.js';
import type { Measured, NamingRow } from '../reading/measured-messages.js';
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
    const range = {
      room: roomId,
      from: from ?? 0,
      below: below ?? Number.MAX_SAFE_INTEGER,
      offset,
      limit,
      user: userId,
    };
    const rows =
      typeof scope === 'string'
        ? await SELECTIONS[scope][nearest].rows(this.source, range)
        : await SELECTIONS.thread[nearest].rows(this.source, { ...range, thread: scope.threadId });
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
    const place = { room: roomId, from, below, user: userId };
    return typeof scope === 'string'
      ? NEIGHBOURS[scope].row(this.source, place)
      : NEIGHBOURS.thread.row(this.source, { ...place, thread: scope.threadId });
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

type Nearest = Selection['nearest'];
const DIRECTIONS = { newest: 'DESC', oldest: 'ASC' } as const;

const RANGE = { room: 'uuid', from: 'int8', below: 'int8', offset: 'int8', limit: 'int8', user: 'int4' } as const;
const RANGE_OF_THREAD = { ...RANGE, offset: 'int4', limit: 'int4', thread: 'uuid' } as const;
type Range = Readonly<Record<keyof typeof RANGE, string>>;
type RangeOfThread = Readonly<Record<keyof typeof RANGE_OF_THREAD, string>>;

const SELECTED = { room_id: 'uuid', message_id: 'uuid', seq: 'int8', measured: json<Measured | null>() } as const;

/** @param from the messages, of which OFFSET and LIMIT take some */
const selection = (from: string, nearest: Nearest, { room, offset, limit }: Range): string => `
  SELECT n.*, ${measuredColumn('n', room)} FROM (
    SELECT room_id, id AS message_id, seq FROM ${from} ORDER BY seq ${DIRECTIONS[nearest]} OFFSET ${offset} LIMIT ${limit}) n
  ORDER BY n.seq ${DIRECTIONS[nearest]}`;

const isInRange = ({ room, from, below, user }: Range): string => `seq >= ${from} AND seq < ${below}
    AND seq > (SELECT history_seq FROM room_members WHERE room_id = ${room} AND user_id = ${user})`;

/** @param condition for messages `m` */
const inRange = (range: Range, condition: string): string =>
  `messages m WHERE room_id = ${range.room} AND ${isInRange(range)}${condition}`;

/** The replies in their order, and the message that started the thread: each is found by an index. */
const inThread = (nearest: Nearest, range: RangeOfThread): string => `(
  (SELECT room_id, id, seq FROM ${inRange(range, ` AND m.thread_id = ${range.thread}`)}
    ORDER BY seq ${DIRECTIONS[nearest]} LIMIT ${range.offset}::int + ${range.limit}::int)
  UNION ALL
  SELECT m.room_id, m.id, m.seq FROM ${namedMessages(`ARRAY[${range.thread}::uuid]`, range.room)}
  WHERE ${isInRange(range)}) m`;

/** @param condition for messages `m` */
const selectionOf = (scope: 'room' | 'log', nearest: Nearest, condition = '') =>
  statement(`history.${scope}.${nearest}`, {
    parameters: RANGE,
    columns: SELECTED,
    isPrepared: true,
    text: (range) => selection(inRange(range, condition), nearest, range),
  });

const selectionOfThread = (nearest: Nearest) =>
  statement(`history.thread.${nearest}`, {
    parameters: RANGE_OF_THREAD,
    columns: SELECTED,
    isPrepared: true,
    text: (range) => selection(inThread(nearest, range), nearest, range),
  });

const STANDS_THERE = ` AND ${isInRoom('m')}`;

const SELECTIONS = {
  room: {
    newest: selectionOf('room', 'newest', STANDS_THERE),
    oldest: selectionOf('room', 'oldest', STANDS_THERE),
  },
  log: { newest: selectionOf('log', 'newest'), oldest: selectionOf('log', 'oldest') },
  thread: { newest: selectionOfThread('newest'), oldest: selectionOfThread('oldest') },
};

const PART = { room: 'uuid', from: 'int8', below: 'int8', user: 'int4' } as const;
const HAS_NEIGHBOURS = { older: 'bool', newer: 'bool' } as const;

/** @param conditions for messages `m`: any of them */
const neighbours = (
  { room, from, below, user }: Readonly<Record<keyof typeof PART, string>>,
  ...conditions: readonly string[]
): string => {
  const exists = (place: string): string =>
    conditions
      .map(
        (condition) => `(
          SELECT m.seq FROM messages m
          WHERE m.room_id = ${room} AND m.seq > s.history_seq AND ${place} AND ${condition}
          ORDER BY m.seq LIMIT 1) IS NOT NULL`,
      )
      .join(' OR ');
  return `
    SELECT ${exists(`m.seq < ${from}`)} AS older, ${exists(`m.seq >= ${below}`)} AS newer
    FROM room_members s WHERE s.room_id = ${room} AND s.user_id = ${user}`;
};

const NEIGHBOURS = {
  room: statement('history.room.neighbours', {
    parameters: PART,
    columns: HAS_NEIGHBOURS,
    isPrepared: true,
    text: (part) => neighbours(part, isInRoom('m')),
  }),
  log: statement('history.log.neighbours', {
    parameters: PART,
    columns: HAS_NEIGHBOURS,
    isPrepared: true,
    text: (part) => neighbours(part, 'true'),
  }),
  thread: statement('history.thread.neighbours', {
    parameters: { ...PART, thread: 'uuid' },
    columns: HAS_NEIGHBOURS,
    isPrepared: true,
    text: ({ thread, ...part }) => neighbours(part, `m.thread_id = ${thread}`, `m.id = ${thread}`),
  }),
};
