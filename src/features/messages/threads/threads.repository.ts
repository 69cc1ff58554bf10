import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { json, statement } from '../../../platform/database/statement.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { usersById } from '../../users/user.rows.js';
import { repliesFrom } from '../reading/message.rows.js';
import type { StoredReplies } from '../reading/message.rows.js';
import type { NamingRow } from '../reading/measured-messages.js';
import { NO_REPLIES } from '../message.view.js';
import type { RepliesByThread } from '../message.view.js';
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
    return START.row(source, { room: roomId, thread: threadId, user: userId });
  }

  /** The room of the thread among those of the user. @returns undefined if it is in none of them */
  async roomOf(userId: number, threadId: string): Promise<string | undefined> {
    return (await ROOM_OF.row(this.source, { user: userId, thread: threadId }))?.room_id;
  }

  /** The replies of these threads, in two statements. @param threads by the messages that started them */
  async replies(threads: readonly NamingRow[], source: QuerySource = this.source): Promise<RepliesByThread> {
    const rooms = new Map(threads.map(({ room_id, message_id }) => [message_id, room_id]));
    if (rooms.size === 0) return NO_REPLIES;
    const rows = await REPLIES.rows(source, { rooms: [...rooms.values()], threads: [...rooms.keys()] });
    const users = await usersById(
      source,
      rows.flatMap(({ replies }) => replies?.user_ids ?? []),
    );
    return new Map(rows.map(({ thread_id, replies }) => [thread_id, replies && repliesFrom(replies, users)]));
  }
}

const START = statement('threads.start', {
  parameters: { room: 'uuid', thread: 'uuid', user: 'int4' },
  columns: { id: 'uuid', senderId: 'int4', hasReplies: 'bool' },
  isPrepared: true,
  text: ({ room, thread, user }) => `
    SELECT m.id, m.sender_id AS "senderId", m.has_replies IS TRUE AS "hasReplies"
    FROM messages m JOIN room_members s ON s.room_id = ${room} AND s.user_id = ${user}
    WHERE m.room_id = ${room} AND m.id = ${thread} AND m.thread_id IS NULL AND ${isAbove('m.seq', 's.history_seq')}
      AND (NOT m.is_deleted OR m.has_replies)
    UNION ALL
    SELECT d.message_id, d.sender_id, true
    FROM message_deletions d JOIN room_members s ON s.room_id = ${room} AND s.user_id = ${user}
    WHERE d.room_id = ${room} AND d.message_id = ${thread} AND ${isAbove('d.seq', 's.history_seq')}
      AND EXISTS (SELECT FROM messages t WHERE t.room_id = ${room} AND t.thread_id = ${thread})`,
});

/** A request that names the thread alone asks every part of a distributed database. */
const ROOM_OF = statement('threads.room_of', {
  parameters: { user: 'int4', thread: 'uuid' },
  columns: { room_id: 'uuid' },
  isPrepared: true,
  text: ({ user, thread }) => `
    SELECT m.room_id FROM messages m JOIN room_members s ON s.room_id = m.room_id AND s.user_id = ${user}
    WHERE m.id = ${thread}
    UNION ALL
    SELECT d.room_id FROM message_deletions d JOIN room_members s ON s.room_id = d.room_id AND s.user_id = ${user}
    WHERE d.message_id = ${thread}`,
});

const REPLIES = statement('threads.replies', {
  parameters: { rooms: 'uuid[]', threads: 'uuid[]' },
  columns: { thread_id: 'uuid', replies: json<StoredReplies | null>() },
  isPrepared: true,
  text: ({ rooms, threads }) => `
    SELECT asked.thread_id, ${summaryOf('r.id', 'asked.thread_id', `ANY (${rooms})`)} AS replies
    FROM unnest(${rooms}::uuid[], ${threads}::uuid[]) AS asked (room_id, thread_id) JOIN rooms r ON r.id = asked.room_id
    WHERE r.id = ANY (${rooms})`,
});
