import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
import type { QuerySource } from '../../../platform/database/query.js';
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
    const rows = await manager.query<unknown[]>(LOCK, [roomId, userId]);
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
    const rows = await manager.query<unknown[]>(KEEP, [roomId, threadId, replies]);
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
    const rows = await manager.query<unknown[]>(FOLLOW, [roomId, threadId, userId, isFollowing]);
    return rows.length > 0;
  }

  /** The newest replies of others up to a number that the user has not read. */
  async unread(
    manager: EntityManager,
    { roomId, userId }: ReceiptGrant,
    { threadId, upToSeq }: ThreadMark,
  ): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(UNREAD, [roomId, threadId, userId, upToSeq, MOST_RECEIPTS]);
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
    const [row] = await manager.query<{ read_seq: number }[]>(ADVANCE, [roomId, threadId, userId, upToSeq]);
    return row?.read_seq;
  }

  /** The threads among these that the user follows. */
  async followed(source: QuerySource, userId: number, threads: readonly FollowedThread[]): Promise<FollowedThread[]> {
    return source.query<FollowedThread[]>(FOLLOWED, [
      userId,
      [...new Set(threads.map(({ roomId }) => roomId))],
      threads.map(({ threadId }) => threadId),
    ]);
  }

  /** @param after undefined: the first part */
  async page(source: QuerySource, userId: number, after: string | undefined): Promise<FollowedPage> {
    const from = after === undefined ? BEFORE_ALL : threadOfKey(after);
    const listed = await source.query<{ id: string }[]>(LISTED, [userId, from.roomId, ROOMS_A_PART]);
    const roomIds = listed.map(({ id }) => id);
    if (roomIds.length === 0) return { threads: [], next: undefined };
    const parameters = [userId, roomIds, from.roomId, from.threadId, THREADS_A_PART];
    const threads = await source.query<FollowedThread[]>(PAGE, parameters);
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

const LOCK = prepared(`
  SELECT s.user_id FROM rooms r JOIN room_members s ON s.room_id = $1 AND s.user_id = $2
  WHERE r.id = $1 FOR KEY SHARE OF r FOR NO KEY UPDATE OF s`);

/**
 * The first message, the latest reply, and further ones. The statement waits for an erasure of the message, after which
 * there is no row.
 */
const KEEP = prepared(
  lockedMessages(
    `array_append($3::uuid[], $2::uuid) || (
      SELECT t.id FROM messages t WHERE t.room_id = $1 AND t.thread_id = $2 ORDER BY t.seq DESC LIMIT 1)`,
    '$1',
  ),
);

const FOLLOW = `
  INSERT INTO thread_members AS f (room_id, thread_id, user_id, is_following, read_seq)
  SELECT r.id, $2, $3, $4, CASE WHEN $4 THEN r.last_seq ELSE 0 END FROM rooms r WHERE r.id = $1
  ON CONFLICT (room_id, thread_id, user_id) DO UPDATE
    SET is_following = excluded.is_following, read_seq = greatest(f.read_seq, excluded.read_seq)
    WHERE f.is_following <> excluded.is_following
  RETURNING f.user_id`;

/** A member without a row has read nothing in the thread. */
const UNREAD = `
  SELECT t.id FROM (
    SELECT s.room_id, s.user_id, s.history_seq, coalesce((
      SELECT f.read_seq FROM thread_members f
      WHERE f.room_id = $1 AND f.thread_id = $2 AND f.user_id = $3), 0) AS read_seq
    FROM room_members s WHERE s.room_id = $1 AND s.user_id = $3) s
  JOIN messages t ON t.room_id = $1 AND t.thread_id = $2 AND t.seq > s.history_seq AND t.seq <= $4
  WHERE ${isUnreadInThread('t', 's', '$1')}
  ORDER BY t.seq DESC LIMIT $5`;

const ADVANCE = `
  INSERT INTO thread_members AS f (room_id, thread_id, user_id, is_following, read_seq)
  SELECT r.id, $2, $3, false, least(r.last_seq, $4::bigint) FROM rooms r WHERE r.id = $1
  ON CONFLICT (room_id, thread_id, user_id) DO UPDATE SET read_seq = excluded.read_seq
    WHERE f.read_seq < excluded.read_seq
  RETURNING f.read_seq`;

const COLUMNS = 'f.room_id AS "roomId", f.thread_id AS "threadId"';

const FOLLOWED = prepared(`
  SELECT ${COLUMNS} FROM thread_members f
  WHERE f.user_id = $1 AND f.room_id = ANY ($2) AND f.thread_id = ANY ($3) AND f.is_following`);

const LISTED = prepared(`
  SELECT room_id AS id FROM user_rooms WHERE user_id = $1 AND room_id >= $2
  ORDER BY room_id LIMIT $3`);

const PAGE = prepared(`
  SELECT ${COLUMNS} FROM thread_members f
  WHERE f.user_id = $1 AND f.room_id = ANY ($2) AND f.is_following
    AND (f.room_id, f.thread_id) > ($3, $4)
  ORDER BY f.room_id, f.thread_id LIMIT $5`);
