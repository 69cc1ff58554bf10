import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { usersById } from '../../users/user.rows.js';
import { repliesFrom } from '../reading/message.rows.js';
import type { RepliesRow } from '../reading/message.rows.js';
import type { NamingRow } from '../reading/measured-messages.js';
import { NO_REPLIES } from './replies.js';
import type { RepliesByThread } from './replies.js';
import { summaryOf } from './thread-sql.js';
import { isAbove } from '../named-messages-sql.js';

/** A member, and the room. */
export interface MemberPlace {
  readonly userId: number;
  readonly roomId: string;
}

/** The message that starts a thread, or may start one. */
export interface ThreadStart {
  readonly id: string;
  /** Null: not known. */
  readonly senderId: number | null;
  readonly hasReplies: boolean;
}

/** Threads of rooms. Raw SQL: a thread outlives the row of the message that started it. */
@Injectable()
export class ThreadsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * The message of the room with which a thread starts, if the member may read it. A deleted message starts none, but
   * its thread goes on.
   * @param threadId in lower case
   */
  async start(
    { userId, roomId }: MemberPlace,
    threadId: string,
    source: QuerySource = this.source,
  ): Promise<ThreadStart | undefined> {
    const [start] = await source.query<ThreadStart[]>(START, [roomId, threadId, userId]);
    return start;
  }

  /** The room of the thread among those of the user. @returns undefined if it is in none of them */
  async roomOf(userId: number, threadId: string): Promise<string | undefined> {
    const [row] = await this.source.query<{ room_id: string }[]>(ROOM_OF, [userId, threadId]);
    return row?.room_id;
  }

  /** The replies of these threads, in two statements. @param threads by the messages that started them */
  async replies(threads: readonly NamingRow[], source: QuerySource = this.source): Promise<RepliesByThread> {
    const rooms = new Map(threads.map(({ room_id, message_id }) => [message_id, room_id]));
    if (rooms.size === 0) return NO_REPLIES;
    const rows = await source.query<{ thread_id: string; replies: RepliesRow | null }[]>(REPLIES, [
      [...rooms.values()],
      [...rooms.keys()],
    ]);
    const users = await usersById(
      source,
      rows.flatMap(({ replies }) => replies?.user_ids ?? []),
    );
    return new Map(rows.map(({ thread_id, replies }) => [thread_id, replies && repliesFrom(replies, users)]));
  }
}

const START = prepared(`
  SELECT m.id, m.sender_id AS "senderId", m.has_replies IS TRUE AS "hasReplies"
  FROM messages m JOIN room_members s ON s.room_id = $1 AND s.user_id = $3
  WHERE m.room_id = $1 AND m.id = $2 AND m.thread_id IS NULL AND ${isAbove('m.seq', 's.history_seq')}
    AND (NOT m.is_deleted OR m.has_replies)
  UNION ALL
  SELECT d.message_id, d.sender_id, true
  FROM message_deletions d JOIN room_members s ON s.room_id = $1 AND s.user_id = $3
  WHERE d.room_id = $1 AND d.message_id = $2 AND ${isAbove('d.seq', 's.history_seq')}
    AND EXISTS (SELECT FROM messages t WHERE t.room_id = $1 AND t.thread_id = $2)`);

/** A request that names the thread alone asks every part of a distributed database. */
const ROOM_OF = prepared(`
  SELECT m.room_id FROM messages m JOIN room_members s ON s.room_id = m.room_id AND s.user_id = $1 WHERE m.id = $2
  UNION ALL
  SELECT d.room_id FROM message_deletions d JOIN room_members s ON s.room_id = d.room_id AND s.user_id = $1
  WHERE d.message_id = $2`);

const REPLIES = prepared(`
  SELECT asked.thread_id, ${summaryOf('r.id', 'asked.thread_id', 'ANY ($1)')} AS replies
  FROM unnest($1::uuid[], $2::uuid[]) AS asked (room_id, thread_id) JOIN rooms r ON r.id = asked.room_id
  WHERE r.id = ANY ($1)`);
