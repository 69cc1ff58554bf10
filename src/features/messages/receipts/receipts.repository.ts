import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
import type { ReceiptGrant } from '../message.policy.js';
import { isAbove, isSeenBy, lockedMessages, namedMessages } from '../named-messages-sql.js';
import { isInRoom } from '../threads/thread-sql.js';
import { isPending, isPendingAboveMark, isUnread } from './unread-sql.js';

type ReceiptKind = 'delivered' | 'read';

/** The result of writing receipts. */
export interface Received {
  /** The ids of the messages that had not been acknowledged, or read, before. */
  readonly messageIds: readonly string[];
  /** Whether notifications of reactions were removed. */
  readonly cleared: boolean;
  /** Whether the user had marked the room as unread. */
  readonly isMarkedUnread: boolean;
}

/** The result of reading a room up to a sequence number. */
export interface ReadUpTo extends Received {
  /** The sequence number, limited to the room's latest. */
  readonly upToSeq: number;
}

/**
 * When a room is read up to a number, this many messages get a receipt if they are unread; the mark covers the rest.
 */
const MOST_RECEIPTS = 1_000;

/**
 * Receipts and marks of members. Receipts take no sequence number and change no room. Raw SQL, because of the order of
 * the locks, and because marks are computed in the statement that writes them.
 *
 * Locks are taken in one order: rooms together with the user's own memberships, by id; messages, by room and id;
 * memberships of others; notifications. A room is only locked against its deletion, which does not block sends and
 * changes in it. The statements wait for a message that is being deleted, and then ignore it.
 *
 * In a OneToOneChat that is closed by a block nothing is acknowledged or read, except that a user may read it up to a
 * number: that moves marks alone, which the other user does not see.
 *
 * Each statement names the room of its grant on every table, and so touches the rows of no other.
 */
@Injectable()
export class ReceiptsRepository {
  /** Locks the room together with the membership. @returns whether the user is a member */
  async lockRoom(manager: EntityManager, { userId, roomId }: ReceiptGrant): Promise<boolean> {
    const rows = await manager.query<unknown[]>(LOCK_ROOM, [userId, roomId, 0]);
    return rows.length > 0;
  }

  /** Locks and returns the existing ones of the messages in a locked room, by id. */
  async lockMessages(
    manager: EntityManager,
    { userId, roomId }: ReceiptGrant,
    ids: readonly string[],
  ): Promise<string[]> {
    return idsOf(await manager.query<Row[]>(LOCK_MESSAGES, [ids, roomId, userId]));
  }

  /** The messages of other users that the user has not acknowledged. */
  async pending(manager: EntityManager, { userId, roomId }: ReceiptGrant, ids: readonly string[]): Promise<string[]> {
    const pending = new Set(idsOf(await manager.query<Row[]>(PENDING, [userId, ids, roomId])));
    return ids.filter((id) => pending.has(id));
  }

  /** Marks messages as delivered to, or read by, the user. The user's own messages get no receipt. */
  async write(
    manager: EntityManager,
    grant: ReceiptGrant,
    kind: ReceiptKind,
    ids: readonly string[],
  ): Promise<Received> {
    const { userId, roomId } = grant;
    const messageIds = await this.writeReceipts(manager, grant, kind, ids);
    const isMarkedUnread = await this.advanceMarks(manager, grant, 0);
    const [, cleared] = await manager.query<Changed>(CLEAR, [userId, ids, roomId]);
    return { messageIds, cleared: cleared > 0, isMarkedUnread };
  }

  /**
   * Marks all messages of the room up to this sequence number as read by the user.
   * @returns undefined for a non-member
   */
  async readUpTo(manager: EntityManager, grant: ReceiptGrant, seq: number): Promise<ReadUpTo | undefined> {
    const { userId, roomId } = grant;
    const [room] = await manager.query<{ up_to_seq: number }[]>(LOCK_ROOM, [userId, roomId, seq]);
    if (!room) return undefined;
    const upToSeq = room.up_to_seq;
    const ids = await this.lockUnread(manager, grant, upToSeq);
    const messageIds = await this.writeReceipts(manager, grant, 'read', ids);
    const isMarkedUnread = await this.advanceMarks(manager, grant, upToSeq);
    const [, cleared] = await manager.query<Changed>(CLEAR_UP_TO, [userId, roomId, upToSeq]);
    return { upToSeq, messageIds, cleared: cleared > 0, isMarkedUnread };
  }

  /**
   * The messages whose senders are still members of the room; they stay members until the transaction ends. A sender
   * who is being removed is skipped without a wait: the transaction that removes them may wait for this user's
   * membership.
   */
  async ofMembers(manager: EntityManager, { roomId }: ReceiptGrant, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    return idsOf(await manager.query<Row[]>(LOCK_SENDERS, [ids, roomId]));
  }

  /**
   * Locks the newest unread messages up to a sequence number, in a locked room. Messages that were deleted between the
   * two statements are ignored.
   * @returns their ids in the order of the sequence numbers
   */
  private async lockUnread(
    manager: EntityManager,
    { userId, roomId }: ReceiptGrant,
    upToSeq: number,
  ): Promise<string[]> {
    const unread = idsOf(await manager.query<Row[]>(UNREAD, [userId, roomId, upToSeq, MOST_RECEIPTS]));
    if (unread.length === 0) return [];
    const locked = new Set(idsOf(await manager.query<Row[]>(LOCK_MESSAGES, [unread, roomId, userId])));
    return unread.filter((id) => locked.has(id)).toReversed();
  }

  /** @returns whether the user has marked the room as unread */
  private async advanceMarks(
    manager: EntityManager,
    { userId, roomId }: ReceiptGrant,
    upToSeq: number,
  ): Promise<boolean> {
    const [[member]] = await manager.query<Changed<{ is_marked: boolean }>>(ADVANCE_MARKS, [userId, roomId, upToSeq]);
    return member?.is_marked === true;
  }

  /** @returns the messages that got a receipt, in the order given */
  private async writeReceipts(
    manager: EntityManager,
    grant: ReceiptGrant,
    kind: ReceiptKind,
    ids: readonly string[],
  ): Promise<string[]> {
    const { userId, roomId } = grant;
    const read = kind === 'read' ? await this.readDelivered(manager, grant, ids) : [];
    const made = await manager.query<Row[]>(WRITE_RECEIPTS, [userId, ids, kind === 'read', roomId]);
    const written = new Set([...read, ...idsOf(made)]);
    return ids.filter((id) => written.has(id));
  }

  private async readDelivered(
    manager: EntityManager,
    { userId, roomId }: ReceiptGrant,
    ids: readonly string[],
  ): Promise<string[]> {
    const [rows] = await manager.query<Changed<Row>>(READ_DELIVERED, [userId, ids, roomId]);
    return idsOf(rows);
  }
}

/** The result of an UPDATE or DELETE in TypeORM. */
type Changed<Shown = unknown> = [rows: Shown[], count: number];

interface Row {
  readonly id: string;
}

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);

const LOCK_ROOM = prepared(`
  SELECT least(r.last_seq, $3) AS up_to_seq FROM rooms r JOIN room_members s ON s.room_id = $2 AND s.user_id = $1
  WHERE r.id = $2 FOR KEY SHARE OF r FOR NO KEY UPDATE OF s`);

const LOCK_MESSAGES = prepared(lockedMessages('$1', '$2', `NOT m.is_deleted AND ${isSeenBy('m', '$3')}`));

const PENDING = `
  SELECT m.id FROM ${namedMessages('$2', '$3')} JOIN room_members s ON s.room_id = $3 AND s.user_id = $1
  WHERE ${isAbove('m.seq', 's.delivered_seq')} AND ${isPendingAboveMark('m', 's', '$3')}`;

/**
 * The unread messages among the newest ones up to the number, whoever sent them. The membership is looked up by its
 * key.
 */
const UNREAD = `
  SELECT m.id FROM (
    SELECT s.room_id, s.user_id, s.read_seq FROM room_members s WHERE s.room_id = $2 AND s.user_id = $1 OFFSET 0) s
  CROSS JOIN LATERAL (
    SELECT * FROM messages m WHERE m.room_id = $2 AND m.seq > s.read_seq AND m.seq <= $3 AND ${isInRoom('m')}
    ORDER BY m.seq DESC LIMIT $4) m
  WHERE ${isUnread('m', 's', '$2')}
  ORDER BY m.seq DESC`;

const LOCK_SENDERS = prepared(`
  SELECT m.id FROM ${namedMessages('$1', '$2')} JOIN room_members s ON s.room_id = $2 AND s.user_id = m.sender_id
  FOR KEY SHARE OF s SKIP LOCKED`);

const isOpen = (room: string): string => `NOT EXISTS (SELECT FROM rooms r WHERE r.id = ${room} AND r.is_closed)`;

/** Each row is looked up by its key, whatever plan is kept. */
const READ_DELIVERED = prepared(`
  UPDATE receipts r SET read_at = date_trunc('milliseconds', statement_timestamp())
  FROM unnest($2::uuid[]) AS named (id) CROSS JOIN LATERAL (
    SELECT e.message_id, e.user_id FROM receipts e
    WHERE e.message_id = named.id AND e.user_id = $1 AND e.room_id = $3 AND e.read_at IS NULL OFFSET 0) found
  WHERE r.message_id = found.message_id AND r.user_id = found.user_id AND r.room_id = $3 AND ${isOpen('$3')}
  RETURNING r.message_id AS id`);

/**
 * A read message counts as delivered. Other transactions write no receipts of this user in the room: they wait for
 * the lock of the membership.
 */
const WRITE_RECEIPTS = prepared(`
  INSERT INTO receipts AS e (message_id, user_id, room_id, delivered_at, read_at)
  SELECT m.id, $1, m.room_id, clock.now, CASE WHEN $3 THEN clock.now END
  FROM ${namedMessages('$2', '$4')} CROSS JOIN (SELECT date_trunc('milliseconds', statement_timestamp()) AS now) clock
  WHERE m.sender_id <> $1 AND ${isOpen('$4')}
  ON CONFLICT DO NOTHING
  RETURNING e.message_id AS id`);

/** The sequence number before the first such message; without one, the room's latest. */
const beforeFirst = (waiting: typeof isUnread): string => `
  coalesce((
    SELECT m.seq - 1 FROM messages m WHERE m.room_id = $2 AND ${waiting('m', 's', '$2')} ORDER BY m.seq LIMIT 1), s.last_seq)`;

/**
 * Advances the marks up to the first pending or unread message, never back: such a message is above the mark.
 * Everything up to `$3` counts as done.
 */
const ADVANCE_MARKS = `
  UPDATE room_members member SET delivered_seq = ${beforeFirst(isPending)}, read_seq = ${beforeFirst(isUnread)}
  FROM (
    SELECT s.room_id, s.user_id, r.last_seq,
      greatest(s.delivered_seq, $3) AS delivered_seq, greatest(s.read_seq, $3) AS read_seq
    FROM room_members s JOIN rooms r ON r.id = $2
    WHERE s.user_id = $1 AND s.room_id = $2
  ) s
  WHERE member.room_id = $2 AND member.user_id = $1
  RETURNING member.marked_unread_seq IS NOT NULL AS is_marked`;

/** Only notifications of reactions are stored; the others are derived from the pending messages. */
const CLEAR = prepared(`DELETE FROM notifications WHERE user_id = $1 AND message_id = ANY ($2) AND room_id = $3`);

const CLEAR_UP_TO = `
  DELETE FROM notifications n WHERE n.user_id = $1 AND n.room_id = $2
    AND (SELECT m.seq FROM messages m WHERE m.id = n.message_id AND m.room_id = $2) <= $3`;
