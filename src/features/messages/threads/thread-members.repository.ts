import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { QuerySource } from '../../../platform/database/query.js';
import { statement } from '../../../platform/database/statement.js';
import type { ReceiptGrant, ThreadFollowGrant } from '../message.policy.js';
import { lockedMessages } from '../named-messages-sql.js';
import { isUnreadInThread } from '../receipts/unread-sql.js';

/** The name of the kind of private state of followed threads, which is stored with each change. */
export const THREAD_FOLLOW = 'thread_follow';

export interface FollowedThread {
  readonly roomId: string;
  readonly threadId: string;
}

/** A part of all threads that a user follows, in the order of their keys. */
export interface FollowedPage {
  readonly threads: readonly FollowedThread[];
  /** The key after which the next part begins; undefined: this is the last part. */
  readonly next: string | undefined;
}

/** The rooms, and the threads in them, that are looked at for one part. */
const ROOMS_A_PART = 100;
const THREADS_A_PART = 500;

/** The number of newest replies that get a receipt when a thread is read up to a number; the mark covers the rest. */
const MOST_RECEIPTS = 1_000;

export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const BEFORE_ALL: FollowedThread = { roomId: FIRST_ID, threadId: FIRST_ID };

export const keyOf = ({ roomId, threadId }: FollowedThread): string => `${roomId}:${threadId}`;

export const threadOfKey = (key: string): FollowedThread => {
  const [roomId = '', threadId = ''] = key.split(':');
  return { roomId, threadId };
};

/**
 * The follow state and the read marks of members in threads. Raw SQL: rows are written where a member has none yet, and
 * never turned back.
 */
@Injectable()
export class ThreadMembersRepository {
  /** Locks the membership. @returns whether the user is a member */
  async lock(manager: EntityManager, { roomId, userId }: ThreadFollowGrant): Promise<boolean> {
    const rows = await LOCK.rows(manager, { room: roomId, user: userId });
    return rows.length > 0;
  }

  /**
   * Keeps the thread until the transaction ends, which has locked the membership: who erases its last message has to
   * find the rows of its members. All messages are locked in the order of their ids, as a deletion locks them.
   * @param replies that the transaction locks too
   * @returns whether the thread still has a first message or a reply
   */
  async keep(
    manager: EntityManager,
    { roomId }: { readonly roomId: string },
    threadId: string,
    replies: readonly string[] = [],
  ): Promise<boolean> {
    const rows = await KEEP.rows(manager, { room: roomId, thread: threadId, replies });
    return rows.length > 0;
  }

  /**
   * A member who begins to follow has read everything up to now.
   * @returns whether that changes the choice of the member
   */
  async follow(
    manager: EntityManager,
    { roomId, userId }: ThreadFollowGrant,
    threadId: string,
    isFollowing: boolean,
  ): Promise<boolean> {
    const rows = await FOLLOW.rows(manager, {
      room: roomId,
      thread: threadId,
      user: userId,
      is_following: isFollowing,
    });
    return rows.length > 0;
  }

  /** The newest replies of others up to a number that the user has not read. */
  async unread(
    manager: EntityManager,
    { roomId, userId }: ReceiptGrant,
    { threadId, upToSeq }: ThreadMark,
  ): Promise<string[]> {
    const place = { room: roomId, thread: threadId, user: userId };
    const rows = await UNREAD.rows(manager, { ...place, seq: upToSeq, most: MOST_RECEIPTS });
    return rows.map(({ id }) => id);
  }

  /**
   * Advances the mark of the user in the thread, never back.
   * @returns the number, limited to the room's latest; undefined: the mark was there or further
   */
  async advance(
    manager: EntityManager,
    { roomId, userId }: ReceiptGrant,
    { threadId, upToSeq }: ThreadMark,
  ): Promise<number | undefined> {
    const row = await ADVANCE.row(manager, { room: roomId, thread: threadId, user: userId, seq: upToSeq });
    return row?.read_seq;
  }

  /** The threads among these that the user follows. */
  async followed(
    source: QuerySource,
    userId: number,
    threads: readonly FollowedThread[],
  ): Promise<readonly FollowedThread[]> {
    return FOLLOWED.rows(source, {
      user: userId,
      rooms: [...new Set(threads.map(({ roomId }) => roomId))],
      threads: threads.map(({ threadId }) => threadId),
    });
  }

  /** @param after undefined: the first part */
  async page(source: QuerySource, userId: number, after: string | undefined): Promise<FollowedPage> {
    const from = after === undefined ? BEFORE_ALL : threadOfKey(after);
    const listed = await LISTED.rows(source, { user: userId, from: from.roomId, limit: ROOMS_A_PART });
    const roomIds = listed.map(({ id }) => id);
    if (roomIds.length === 0) return { threads: [], next: undefined };
    const threads = await PAGE.rows(source, {
      user: userId,
      rooms: roomIds,
      after_room: from.roomId,
      after_thread: from.threadId,
      limit: THREADS_A_PART,
    });
    if (threads.length === THREADS_A_PART) return { threads, next: threads.map(keyOf).at(-1) };
    // All threads of these rooms are in this part.
    const ends = roomIds.map((roomId) => keyOf({ roomId, threadId: LAST_ID }));
    return { threads, next: roomIds.length < ROOMS_A_PART ? undefined : ends.at(-1) };
  }
}

/** How far a user has read in a thread. */
export interface ThreadMark {
  readonly threadId: string;
  readonly upToSeq: number;
}

const LOCK = statement('thread_members.lock', {
  parameters: { room: 'uuid', user: 'int4' },
  columns: { user_id: 'int4' },
  isPrepared: true,
  text: ({ room, user }) => `
    SELECT s.user_id FROM rooms r JOIN room_members s ON s.room_id = ${room} AND s.user_id = ${user}
    WHERE r.id = ${room} FOR KEY SHARE OF r FOR NO KEY UPDATE OF s`,
});

/**
 * The first message, the latest reply, and further ones. The statement waits for an erasure of the message, after which
 * there is no row.
 */
const KEEP = statement('thread_members.keep', {
  parameters: { room: 'uuid', thread: 'uuid', replies: 'uuid[]' },
  columns: { id: 'uuid' },
  isPrepared: true,
  text: ({ room, thread, replies }) =>
    lockedMessages(
      `array_append(${replies}::uuid[], ${thread}::uuid) || (
        SELECT t.id FROM messages t WHERE t.room_id = ${room} AND t.thread_id = ${thread} ORDER BY t.seq DESC LIMIT 1)`,
      room,
    ),
});

const FOLLOW = statement('thread_members.follow', {
  parameters: { room: 'uuid', thread: 'uuid', user: 'int4', is_following: 'bool' },
  columns: { user_id: 'int4' },
  text: ({ room, thread, user, is_following: isFollowing }) => `
    INSERT INTO thread_members AS f (room_id, thread_id, user_id, is_following, read_seq)
    SELECT r.id, ${thread}, ${user}, ${isFollowing}, CASE WHEN ${isFollowing} THEN r.last_seq ELSE 0 END
    FROM rooms r WHERE r.id = ${room}
    ON CONFLICT (room_id, thread_id, user_id) DO UPDATE
      SET is_following = excluded.is_following, read_seq = greatest(f.read_seq, excluded.read_seq)
      WHERE f.is_following <> excluded.is_following
    RETURNING f.user_id`,
});

/** A member without a row has read nothing in the thread. */
const UNREAD = statement('thread_members.unread', {
  parameters: { room: 'uuid', thread: 'uuid', user: 'int4', seq: 'int8', most: 'int8' },
  columns: { id: 'uuid' },
  text: ({ room, thread, user, seq, most }) => `
    SELECT t.id FROM (
      SELECT s.room_id, s.user_id, s.history_seq, coalesce((
        SELECT f.read_seq FROM thread_members f
        WHERE f.room_id = ${room} AND f.thread_id = ${thread} AND f.user_id = ${user}), 0) AS read_seq
      FROM room_members s WHERE s.room_id = ${room} AND s.user_id = ${user}) s
    JOIN messages t ON t.room_id = ${room} AND t.thread_id = ${thread} AND t.seq > s.history_seq AND t.seq <= ${seq}
    WHERE ${isUnreadInThread('t', 's', room)}
    ORDER BY t.seq DESC LIMIT ${most}`,
});

const ADVANCE = statement('thread_members.advance', {
  parameters: { room: 'uuid', thread: 'uuid', user: 'int4', seq: 'int8' },
  columns: { read_seq: 'int8' },
  text: ({ room, thread, user, seq }) => `
    INSERT INTO thread_members AS f (room_id, thread_id, user_id, is_following, read_seq)
    SELECT r.id, ${thread}, ${user}, false, least(r.last_seq, ${seq}::bigint) FROM rooms r WHERE r.id = ${room}
    ON CONFLICT (room_id, thread_id, user_id) DO UPDATE SET read_seq = excluded.read_seq
      WHERE f.read_seq < excluded.read_seq
    RETURNING f.read_seq`,
});

const PLACE = { roomId: 'uuid', threadId: 'uuid' } as const;
const COLUMNS = 'f.room_id AS "roomId", f.thread_id AS "threadId"';

const FOLLOWED = statement('thread_members.followed', {
  parameters: { user: 'int4', rooms: 'uuid[]', threads: 'uuid[]' },
  columns: PLACE,
  isPrepared: true,
  text: ({ user, rooms, threads }) => `
    SELECT ${COLUMNS} FROM thread_members f
    WHERE f.user_id = ${user} AND f.room_id = ANY (${rooms}) AND f.thread_id = ANY (${threads}) AND f.is_following`,
});

const LISTED = statement('thread_members.rooms', {
  parameters: { user: 'int4', from: 'uuid', limit: 'int8' },
  columns: { id: 'uuid not null' },
  isPrepared: true,
  text: ({ user, from, limit }) => `
    SELECT room_id AS id FROM user_rooms WHERE user_id = ${user} AND room_id >= ${from}
    ORDER BY room_id LIMIT ${limit}`,
});

const PAGE = statement('thread_members.page', {
  parameters: { user: 'int4', rooms: 'uuid[]', after_room: 'uuid', after_thread: 'uuid', limit: 'int8' },
  columns: PLACE,
  isPrepared: true,
  text: ({ user, rooms, after_room: afterRoom, after_thread: afterThread, limit }) => `
    SELECT ${COLUMNS} FROM thread_members f
    WHERE f.user_id = ${user} AND f.room_id = ANY (${rooms}) AND f.is_following
      AND (f.room_id, f.thread_id) > (${afterRoom}, ${afterThread})
    ORDER BY f.room_id, f.thread_id LIMIT ${limit}`,
});
