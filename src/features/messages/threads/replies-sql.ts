import { parameterLists } from '../../../platform/database/parameter-lists.js';
import type { PlacesOf } from '../../../platform/database/statement.js';
import { mentionedIds } from '../mentions/mention-check.js';
import { WHOLE_ROOM } from '../mentions/mention.entity.js';
import type { NewMessage } from '../sending/message-insert.js';

/** Parts of the statements that store replies, in SQL. A message without a thread runs none of them. */

/**
 * Marks the messages that started the threads of new replies: each changes under the number of the latest reply.
 * @param stored a relation with the columns `room_id`, `thread_id` and `seq` of new messages
 */
export const started = (stored: string): string => `
  UPDATE messages b SET has_replies = true, change_seq = latest.seq
  FROM (SELECT room_id, thread_id, max(seq) AS seq FROM ${stored} n
    WHERE thread_id IS NOT NULL GROUP BY room_id, thread_id) latest
  WHERE b.room_id = latest.room_id AND b.id = latest.thread_id`;

/**
 * Lets members follow the threads of new replies, from there on. Returns the new followers as changes of private state.
 * The one who started the thread does so with its first reply, unless that member has chosen already.
 * @param stored a relation with the columns `id`, `room_id`, `thread_id` and `seq` of new messages
 */
export const followed = (stored: string, { replies, followers, unread }: PlacesOf<typeof FOLLOWERS.types>): string => `
  INSERT INTO thread_members AS f (room_id, thread_id, user_id, is_following, read_seq)
  SELECT s.room_id, s.thread_id, new.user_id, true, coalesce(s.seq - new.unread, 0)
  FROM unnest(${replies}::uuid[], ${followers}::int[], ${unread}::int[])
    AS new (message_id, user_id, unread)
  JOIN ${stored} s ON s.id = new.message_id
  JOIN room_members member ON member.room_id = s.room_id AND member.user_id = new.user_id
  WHERE new.unread IS NOT NULL OR NOT EXISTS (
    SELECT FROM thread_members k WHERE k.room_id = s.room_id AND k.thread_id = s.thread_id AND k.user_id = new.user_id)
  ORDER BY s.room_id, s.thread_id, new.user_id
  ON CONFLICT (room_id, thread_id, user_id) DO UPDATE
    SET is_following = true, read_seq = greatest(f.read_seq, excluded.read_seq) WHERE NOT f.is_following
  RETURNING f.user_id, ${followKey('f')} AS key`;

/** The key of a followed thread in the private state of its follower, in SQL. */
const followKey = (f: string): string => `${f}.room_id || ':' || ${f}.thread_id`;

/** The follower of a thread by a new message of it. */
interface Follower {
  readonly messageId: string;
  readonly userId: number;
  /** How many of the messages up to this one the follower has not read; null: all of the thread. */
  readonly unread: 0 | 1 | null;
}

export const FOLLOWERS = parameterLists<Follower>()({
  replies: ['uuid[]', ({ messageId }) => messageId],
  followers: ['int4[]', ({ userId }) => userId],
  unread: ['(int4 | null)[]', ({ unread }) => unread],
});

/** The users who reply, are mentioned in a reply, or started the thread. */
export function followersIn(messages: readonly NewMessage[]): Follower[] {
  const followers = new Map<string, Follower>();
  for (const message of messages) {
    for (const follower of followersBy(message)) {
      const key = `${message.parts.thread?.id ?? ''} ${String(follower.userId)}`;
      if ((followers.get(key)?.unread ?? null) === null) followers.set(key, follower);
    }
  }
  return [...followers.values()];
}

function followersBy({ id: messageId, grant, parts: { thread, mentions } }: NewMessage): Follower[] {
  if (!thread) return [];
  const mentioned = mentionedIds(mentions).filter((userId) => userId !== WHOLE_ROOM);
  return [
    { messageId, userId: grant.userId, unread: 0 },
    ...mentioned.map((userId) => ({ messageId, userId, unread: 1 as const })),
    ...(thread.starterId === undefined ? [] : [{ messageId, userId: thread.starterId, unread: null }]),
  ];
}
