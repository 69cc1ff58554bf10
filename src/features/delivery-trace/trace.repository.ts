import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { Receipt } from '../messages/receipts/receipt.entity.js';
import { User } from '../users/user.entity.js';
import { usersById } from '../users/user.rows.js';
import type { MembershipPeriod, Recorded, TracedMessage, TracedUser } from './facts.js';
import { DeliveryRecording } from './records/sync-record.entity.js';
import { statement } from '../../platform/database/statement.js';

export type ReceiptTimes = Readonly<Pick<Receipt, 'deliveredAt' | 'readAt'>>;

/**
 * The stored data of a message, a user, and both. Of texts it returns only the lengths. Raw SQL is what reads present
 * and past rows together. Only the search for the room of a message asks all parts of a distributed database.
 */
@Injectable()
export class TraceRepository {
  constructor(private readonly source: DataSource) {}

  /** Also returns a deleted message, as far as its data is stored. */
  async message(id: string): Promise<TracedMessage | undefined> {
    const place = await PLACE.row(this.source, { id });
    if (!place) return undefined;
    const row = await MESSAGE.row(this.source, { id, room: place.room_id });
    if (!row) return undefined;
    const users = await usersById(this.source, [row.senderId]);
    return { ...row, sender: row.senderId === null ? null : (users.get(row.senderId)?.username ?? null) };
  }

  /** The id of a message that is still stored; undefined: the room has none with the number. */
  async idAt(roomId: string, number: number): Promise<string | undefined> {
    return (await AT_NUMBER.row(this.source, { room: roomId, number }))?.id;
  }

  async user(id: number): Promise<TracedUser> {
    return this.source.manager.findOneOrFail(User, {
      select: { id: true, username: true, isActive: true, deletedAt: true, lastSeenAt: true },
      where: { id },
    });
  }

  async recorded(): Promise<Recorded> {
    const [recording] = await this.source.manager.find(DeliveryRecording);
    return { since: recording?.since ?? null, syncsSince: recording?.syncsSince ?? null };
  }

  periods(userId: number, roomId: string): Promise<readonly MembershipPeriod[]> {
    return PERIODS.rows(this.source, { user: userId, room: roomId });
  }

  async receipt(
    { id: messageId, roomId }: Pick<TracedMessage, 'id' | 'roomId'>,
    userId: number,
  ): Promise<ReceiptTimes | undefined> {
    const receipt = await this.source.manager.findOneBy(Receipt, { messageId, userId, roomId });
    return receipt ?? undefined;
  }
}

/** A message stays in its room, also if it is deleted. */
const PLACE = statement('trace.place', {
  parameters: { id: 'uuid' },
  columns: { room_id: 'uuid' },
  text: ({ id }) => `
    SELECT room_id FROM messages WHERE id = ${id}
    UNION ALL
    SELECT room_id FROM message_deletions WHERE message_id = ${id}`,
});

const AT_NUMBER = statement('trace.at_number', {
  parameters: { room: 'uuid', number: 'int8' },
  columns: { id: 'uuid' },
  text: ({ room, number }) => `SELECT id FROM messages WHERE room_id = ${room} AND seq = ${number}`,
});

/** The time of a deletion is in the change log of the room, for a day. */
const MESSAGE = statement('trace.message', {
  parameters: { id: 'uuid', room: 'uuid' },
  columns: {
    id: 'uuid',
    roomId: 'uuid',
    roomType: 'text',
    seq: 'int8 | null',
    senderId: 'int4 | null',
    committedAt: 'timestamptz | null',
    length: 'int4 | null',
    editedAt: 'timestamptz | null',
    isDeleted: 'bool',
    isGone: 'bool',
    deletedSeq: 'int8 | null',
    deletedAt: 'timestamptz | null',
  },
  text: ({ id, room }) => `
    SELECT m.id, m.room_id AS "roomId", r.type AS "roomType", m.seq, m.sender_id AS "senderId",
      m.created_at AS "committedAt", m.length, m.edited_at AS "editedAt", m.is_deleted AS "isDeleted",
      m.is_gone AS "isGone", m.deleted_seq AS "deletedSeq", c.created_at AS "deletedAt"
    FROM (
      SELECT id, room_id, seq, sender_id, created_at, char_length(content) AS length,
        coalesce(edited_at, CASE WHEN is_edited THEN updated_at END) AS edited_at, is_deleted, false AS is_gone,
        CASE WHEN is_deleted THEN change_seq END AS deleted_seq
      FROM messages WHERE id = ${id} AND room_id = ${room}
      UNION ALL
      SELECT message_id, room_id, seq, sender_id, created_at, NULL, NULL, true, true, change_seq
      FROM message_deletions WHERE message_id = ${id} AND room_id = ${room}) m
    JOIN rooms r ON r.id = m.room_id AND r.id = ${room}
    LEFT JOIN room_changes c ON c.room_id = m.room_id AND c.room_id = ${room} AND c.seq = m.deleted_seq`,
});

const PERIODS = statement('trace.periods', {
  parameters: { user: 'int4', room: 'uuid' },
  columns: {
    joinedSeq: 'int8',
    joinedAt: 'timestamptz',
    leftSeq: 'int8 | null',
    leftAt: 'timestamptz | null',
    deliveredSeq: 'int8',
    readSeq: 'int8',
  },
  text: ({ user, room }) => `
    SELECT joined_seq AS "joinedSeq", joined_at AS "joinedAt", left_seq AS "leftSeq", left_at AS "leftAt",
      delivered_seq AS "deliveredSeq", read_seq AS "readSeq"
    FROM past_memberships WHERE user_id = ${user} AND room_id = ${room}
    UNION ALL
    SELECT joined_seq, joined_at, NULL, NULL, delivered_seq, read_seq
    FROM room_members WHERE user_id = ${user} AND room_id = ${room}
    ORDER BY 1`,
});
