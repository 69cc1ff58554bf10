import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { WHOLE_ROOM } from '../../features/messages/mentions/mention.entity.js';
import { readsRow } from '../../features/messages/named-messages-sql.js';
import { isUnread, isUnreadInThread, newestAbove } from '../../features/messages/receipts/unread-sql.js';
import { FIRST_ID } from '../../features/messages/threads/thread-members.repository.js';
import { isInRoom } from '../../features/messages/threads/thread-sql.js';
import { levelOf } from '../../features/notification-levels/level.js';
import { roomLevel } from '../../features/notification-levels/level-sql.js';
import { usersById } from '../../features/users/user.rows.js';
import { partsOf } from '../../platform/collections/groups.js';
import { ROOMS_A_STATEMENT, ROOMS_OF_USER } from '../../platform/database/distribution/rooms-a-statement.js';
import { onWorkers } from '../../platform/database/distribution/worker-conditions.js';
import { statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { messagesToPush } from '../push/pushed-messages.js';
import type { AwayPerson } from './away-people.repository.js';
import type { ShownMessage } from './missed-room.js';

/** A message that a user has missed. */
export type MissedMessage = RowOf<typeof MISSED>;

/** Which messages are read. */
export interface MissedQuery {
  /** The newest ones of each room. */
  readonly perRoom: number;
  /** Sent by then; undefined: at any time. */
  readonly sentBy?: Date;
}

/** The newest unread messages of a room among which answers to the user are looked for. */
const MOST_LOOKED_AT = 1_000;
/** The followed threads of a room that are looked at: those that were started last. */
const MOST_THREADS = 100;

/**
 * What a user has missed: unread messages that mention the user, answer the user, or are of a chat of two; all others too
 * if the user wants them and is notified of them. Nothing of muted rooms, silent messages and separated people. The work
 * for a room is bounded, whatever else is unread in it. Raw SQL, because what is unread follows from messages and marks.
 */
@Injectable()
export class MissedMessagesRepository {
  constructor(private readonly source: DataSource) {}

  /** @returns the newest first */
  async read(
    userId: number,
    { notices, level, separated }: Pick<AwayPerson, 'notices' | 'level' | 'separated'>,
    { perRoom, sentBy }: MissedQuery,
  ): Promise<MissedMessage[]> {
    const rooms = await ROOMS_OF_USER.rows(this.source, { user: userId });
    const missed: MissedMessage[] = [];
    const ids = rooms.map(({ room_id }) => room_id);
    for (const part of partsOf(ids, ROOMS_A_STATEMENT)) {
      const found = await MISSED.rows(this.source, {
        user: userId,
        rooms: part,
        perRoom,
        sentBy: sentBy ?? null,
        all: notices === 'all',
        level: levelOf({ roomLevel: null, userLevel: level }),
        separated,
      });
      missed.push(...found);
    }
    return missed.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || other.seq - one.seq);
  }

  /** These messages as a mail shows them, by their ids: without those that are deleted, or in rooms that are left. */
  async shown(userId: number, missed: readonly MissedMessage[]): Promise<ReadonlyMap<string, ShownMessage>> {
    if (missed.length === 0) return new Map();
    const named = missed.map(({ messageId, roomId }) => ({ messageId, roomId, userId }));
    const found = await messagesToPush(this.source, named);
    const senderIds = found.map(({ senderId }) => senderId);
    const senders = await usersById(this.source, senderIds);
    const shown = found.flatMap(({ senderId, memberships, ...message }) => {
      const sender = senders.get(senderId);
      return sender && memberships.has(userId) ? { ...message, sender } : [];
    });
    return new Map(shown.map((message) => [message.id, message]));
  }
}

const MISSED = statement('missed_mails.messages', {
  parameters: {
    user: 'int4',
    rooms: 'uuid[]',
    perRoom: 'int8',
    sentBy: 'timestamptz | null',
    all: 'bool',
    level: 'text',
    separated: 'int4[]',
  },
  columns: { roomId: 'uuid', messageId: 'uuid', seq: 'int8', createdAt: 'timestamptz' },
  text: ({ user, rooms: given, perRoom, sentBy, all, level, separated }) => {
    const rooms = `ANY (${given})`;
    const of = (row: string): string => onWorkers(`${row}.room_id = ${rooms}`);
    const tells = (m: string): string => `${m}.is_silent IS NOT TRUE AND ${m}.sender_id <> ALL (${separated}::int[])
      AND (${sentBy}::timestamptz IS NULL OR ${m}.created_at <= ${sentBy})`;
    const wantsAll = `(${all} AND s.level = 'all')`;
    // No condition on the sender that an index permits: a user may have sent most messages of a room.
    const answers = (m: string): string => `EXISTS (
      SELECT FROM messages p WHERE p.room_id = ${m}.room_id${of('p')} AND p.id IN (${m}.parent_id, ${m}.thread_id)
        AND ${readsRow('p')} AND p.sender_id IS NOT DISTINCT FROM s.user_id)`;
    const mentions = (m: string): string => `(${m}.has_mentions IS TRUE AND EXISTS (
      SELECT FROM mentions n WHERE n.room_id = ${m}.room_id${of('n')} AND n.message_id = ${m}.id
        AND n.user_id IN (s.user_id, ${String(WHOLE_ROOM)})))`;
    const isFollowed = `f.user_id = s.user_id AND f.room_id = s.room_id${of('f')} AND f.is_following`;
    return `
      SELECT s.room_id AS "roomId", found.id AS "messageId", found.seq, found.created_at AS "createdAt"
      FROM (
        SELECT s.*, coalesce(${roomLevel('s')}, ${level}) AS level FROM room_members s
        WHERE s.user_id = ${user} AND s.room_id = ${rooms}) s
      JOIN rooms r ON r.id = s.room_id${onWorkers(`r.id = ${rooms}`)}
      CROSS JOIN LATERAL (
        SELECT m.id, m.seq, m.created_at FROM (
          SELECT m.id, m.seq, m.created_at
          FROM ${newestAbove('s', 's.read_seq', rooms, isInRoom('m'), MOST_LOOKED_AT)}
          WHERE ${isUnread('m', 's', rooms)} AND ${tells('m')}
            AND (r.pair_key IS NOT NULL OR ${wantsAll} OR ${answers('m')})
          UNION
          SELECT m.id, m.seq, m.created_at FROM (
            SELECT n.room_id, n.message_id FROM mentions n
            WHERE n.room_id = s.room_id${of('n')} AND n.user_id IN (s.user_id, ${String(WHOLE_ROOM)})
              AND n.seq > s.read_seq ORDER BY n.seq DESC LIMIT 2 * ${perRoom}::bigint) n
          JOIN messages m ON m.room_id = n.room_id${of('m')} AND m.id = n.message_id
          WHERE ${isUnread('m', 's', rooms)} AND ${tells('m')}
          UNION
          SELECT t.id, t.seq, t.created_at FROM thread_members f
          CROSS JOIN LATERAL (
            SELECT t.* FROM messages t
            WHERE t.room_id = f.room_id${of('t')} AND t.thread_id = f.thread_id AND t.also_to_room IS NOT TRUE
              AND ${isUnreadInThread('t', 'f', rooms)} AND ${tells('t')}
              AND (${wantsAll} OR ${answers('t')} OR ${mentions('t')})
            ORDER BY t.seq DESC LIMIT ${perRoom}) t
          WHERE ${isFollowed} AND f.thread_id >= coalesce((
            SELECT f.thread_id FROM thread_members f WHERE ${isFollowed}
            ORDER BY f.thread_id DESC OFFSET ${String(MOST_THREADS - 1)} LIMIT 1), '${FIRST_ID}')) m
        ORDER BY m.seq DESC LIMIT ${perRoom}) found
      WHERE s.level <> 'none'`;
  },
});
