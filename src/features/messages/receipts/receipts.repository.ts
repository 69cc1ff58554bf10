import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import { unlockedOnly } from '../../../platform/database/unlocked-rows.js';
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
    const rows = await LOCK_ROOM.rows(manager, { room: roomId, user: userId, seq: 0 });
    return rows.length > 0;
  }

  /** Locks and returns the existing ones of the messages in a locked room, by id. */
  async lockMessages(
    manager: EntityManager,
    { userId, roomId }: ReceiptGrant,
    ids: readonly string[],
  ): Promise<string[]> {
    return idsOf(await LOCK_MESSAGES.rows(manager, { messages: ids, room: roomId, user: userId }));
  }

  /** The messages of other users that the user has not acknowledged. */
  async pending(manager: EntityManager, { userId, roomId }: ReceiptGrant, ids: readonly string[]): Promise<string[]> {
    const pending = new Set(idsOf(await PENDING.rows(manager, { user: userId, messages: ids, room: roomId })));
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
    const cleared = await CLEAR.changes(manager, { user: userId, messages: ids, room: roomId });
    return { messageIds, cleared: cleared > 0, isMarkedUnread };
  }

  /**
   * Marks all messages of the room up to this sequence number as read by the user.
   * @returns undefined for a non-member
   */
  async readUpTo(manager: EntityManager, grant: ReceiptGrant, seq: number): Promise<ReadUpTo | undefined> {
    const { userId, roomId } = grant;
    const room = await LOCK_ROOM.row(manager, { room: roomId, user: userId, seq });
    if (!room) return undefined;
    const upToSeq = room.up_to_seq;
    const ids = await this.lockUnread(manager, grant, upToSeq);
    const messageIds = await this.writeReceipts(manager, grant, 'read', ids);
    const isMarkedUnread = await this.advanceMarks(manager, grant, upToSeq);
    const cleared = await CLEAR_UP_TO.changes(manager, { user: userId, room: roomId, seq: upToSeq });
    return { upToSeq, messageIds, cleared: cleared > 0, isMarkedUnread };
  }

  /**
   * The messages whose senders are still members of the room; they stay members until the transaction ends. A sender
   * who is being removed is skipped without a wait: the transaction that removes them may wait for this user's
   * membership.
   */
  async ofMembers(manager: EntityManager, { roomId }: ReceiptGrant, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    return idsOf(await LOCK_SENDERS.rows(manager, { messages: ids, room: roomId }));
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
    const place = { room: roomId, user: userId };
    const unread = idsOf(await UNREAD.rows(manager, { ...place, seq: upToSeq, most: MOST_RECEIPTS }));
    if (unread.length === 0) return [];
    const locked = new Set(idsOf(await LOCK_MESSAGES.rows(manager, { ...place, messages: unread })));
    return unread.filter((id) => locked.has(id)).toReversed();
  }

  /** @returns whether the user has marked the room as unread */
  private async advanceMarks(
    manager: EntityManager,
    { userId, roomId }: ReceiptGrant,
    upToSeq: number,
  ): Promise<boolean> {
    const member = await ADVANCE_MARKS.row(manager, { user: userId, room: roomId, seq: upToSeq });
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
    const made = await WRITE_RECEIPTS.rows(manager, {
      user: userId,
      messages: ids,
      is_read: kind === 'read',
      room: roomId,
    });
    const written = new Set([...read, ...idsOf(made)]);
    return ids.filter((id) => written.has(id));
  }

  private async readDelivered(
    manager: EntityManager,
    { userId, roomId }: ReceiptGrant,
    ids: readonly string[],
  ): Promise<string[]> {
    return idsOf(await READ_DELIVERED.rows(manager, { user: userId, messages: ids, room: roomId }));
  }
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

const LOCK_ROOM = statement('receipts.lock_room', {
  parameters: { user: 'int4', room: 'uuid', seq: 'int8' },
  columns: { up_to_seq: 'int8' },
  isPrepared: true,
  text: ({ user, room, seq }) => `
    SELECT least(r.last_seq, ${seq}) AS up_to_seq
    FROM rooms r JOIN room_members s ON s.room_id = ${room} AND s.user_id = ${user}
    WHERE r.id = ${room} FOR KEY SHARE OF r FOR NO KEY UPDATE OF s`,
});

const LOCK_MESSAGES = statement('receipts.lock_messages', {
  parameters: { messages: 'uuid[]', room: 'uuid', user: 'int4' },
  columns: { id: 'uuid' },
  isPrepared: true,
  text: ({ messages, room, user }) => lockedMessages(messages, room, `NOT m.is_deleted AND ${isSeenBy('m', user)}`),
});

const PENDING = statement('receipts.pending', {
  parameters: { user: 'int4', messages: 'uuid[]', room: 'uuid' },
  columns: { id: 'uuid' },
  text: ({ user, messages, room }) => `
    SELECT m.id FROM ${namedMessages(messages, room)}
    JOIN room_members s ON s.room_id = ${room} AND s.user_id = ${user}
    WHERE ${isAbove('m.seq', 's.delivered_seq')} AND ${isPendingAboveMark('m', 's', room)}`,
});

/**
 * The unread messages among the newest ones up to the number, whoever sent them. The membership is looked up by its
 * key.
 */
const UNREAD = statement('receipts.unread', {
  parameters: { user: 'int4', room: 'uuid', seq: 'int8', most: 'int8' },
  columns: { id: 'uuid' },
  text: ({ user, room, seq, most }) => `
    SELECT m.id FROM (
      SELECT s.room_id, s.user_id, s.read_seq FROM room_members s
      WHERE s.room_id = ${room} AND s.user_id = ${user} OFFSET 0) s
    CROSS JOIN LATERAL (
      SELECT * FROM messages m WHERE m.room_id = ${room} AND m.seq > s.read_seq AND m.seq <= ${seq} AND ${isInRoom('m')}
      ORDER BY m.seq DESC LIMIT ${most}) m
    WHERE ${isUnread('m', 's', room)}
    ORDER BY m.seq DESC`,
});

const LOCK_SENDERS = statement('receipts.lock_senders', {
  parameters: { messages: 'uuid[]', room: 'uuid' },
  columns: { id: 'uuid' },
  isPrepared: true,
  text: ({ messages, room }) => `
    SELECT m.id FROM ${namedMessages(messages, room)}
    JOIN room_members s ON s.room_id = ${room} AND s.user_id = m.sender_id
    ${unlockedOnly('KEY SHARE', 's')}`,
});

const isOpen = (room: string): string => `NOT EXISTS (SELECT FROM rooms r WHERE r.id = ${room} AND r.is_closed)`;

/** Each row is looked up by its key, whatever plan is kept. */
const READ_DELIVERED = statement('receipts.read_delivered', {
  parameters: { user: 'int4', messages: 'uuid[]', room: 'uuid' },
  columns: { id: 'uuid' },
  isPrepared: true,
  text: ({ user, messages, room }) => `
    UPDATE receipts r SET read_at = date_trunc('milliseconds', statement_timestamp())
    FROM unnest(${messages}::uuid[]) AS named (id) CROSS JOIN LATERAL (
      SELECT e.message_id, e.user_id FROM receipts e
      WHERE e.message_id = named.id AND e.user_id = ${user} AND e.room_id = ${room} AND e.read_at IS NULL OFFSET 0) found
    WHERE r.message_id = found.message_id AND r.user_id = found.user_id AND r.room_id = ${room} AND ${isOpen(room)}
    RETURNING r.message_id AS id`,
});

/**
 * A read message counts as delivered. Other transactions write no receipts of this user in the room: they wait for
 * the lock of the membership.
 */
const WRITE_RECEIPTS = statement('receipts.write', {
  parameters: { user: 'int4', messages: 'uuid[]', is_read: 'bool', room: 'uuid' },
  columns: { id: 'uuid' },
  isPrepared: true,
  text: ({ user, messages, is_read: isRead, room }) => `
    INSERT INTO receipts AS e (message_id, user_id, room_id, delivered_at, read_at)
    SELECT m.id, ${user}, m.room_id, clock.now, CASE WHEN ${isRead} THEN clock.now END
    FROM ${namedMessages(messages, room)}
    CROSS JOIN (SELECT date_trunc('milliseconds', statement_timestamp()) AS now) clock
    WHERE m.sender_id <> ${user} AND ${isOpen(room)}
    ON CONFLICT DO NOTHING
    RETURNING e.message_id AS id`,
});

/** The sequence number before the first such message; without one, the room's latest. */
const beforeFirst = (waiting: typeof isUnread, room: string): string => `
  coalesce((
    SELECT m.seq - 1 FROM messages m WHERE m.room_id = ${room} AND ${waiting('m', 's', room)}
    ORDER BY m.seq LIMIT 1), s.last_seq)`;

/**
 * Advances the marks up to the first pending or unread message, never back: such a message is above the mark.
 * Everything up to `seq` counts as done.
 */
const ADVANCE_MARKS = statement('receipts.advance_marks', {
  parameters: { user: 'int4', room: 'uuid', seq: 'int8' },
  columns: { is_marked: 'bool' },
  text: ({ user, room, seq }) => `
    UPDATE room_members member
    SET delivered_seq = ${beforeFirst(isPending, room)}, read_seq = ${beforeFirst(isUnread, room)}
    FROM (
      SELECT s.room_id, s.user_id, r.last_seq,
        greatest(s.delivered_seq, ${seq}) AS delivered_seq, greatest(s.read_seq, ${seq}) AS read_seq
      FROM room_members s JOIN rooms r ON r.id = ${room}
      WHERE s.user_id = ${user} AND s.room_id = ${room}
    ) s
    WHERE member.room_id = ${room} AND member.user_id = ${user}
    RETURNING member.marked_unread_seq IS NOT NULL AS is_marked`,
});

/** Only notifications of reactions are stored; the others are derived from the pending messages. */
const CLEAR = statement('receipts.clear', {
  parameters: { user: 'int4', messages: 'uuid[]', room: 'uuid' },
  columns: {},
  isPrepared: true,
  text: ({ user, messages, room }) => `
    DELETE FROM notifications WHERE user_id = ${user} AND message_id = ANY (${messages}) AND room_id = ${room}`,
});

const CLEAR_UP_TO = statement('receipts.clear_up_to', {
  parameters: { user: 'int4', room: 'uuid', seq: 'int8' },
  columns: {},
  text: ({ user, room, seq }) => `
    DELETE FROM notifications n WHERE n.user_id = ${user} AND n.room_id = ${room}
      AND (SELECT m.seq FROM messages m WHERE m.id = n.message_id AND m.room_id = ${room}) <= ${seq}`,
});
