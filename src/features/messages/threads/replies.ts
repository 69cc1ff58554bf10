import type { Replies, StoredMessage } from '../message.view.js';
import type { NamingRow } from '../reading/measured-messages.js';

/** The replies of threads, by the ids of the messages that started them; null: none are left. */
export type RepliesByThread = ReadonlyMap<string, Replies | null>;

export const NO_REPLIES: RepliesByThread = new Map();

/** The message, with the replies of its thread as far as they are known. */
export function withReplies(message: StoredMessage, replies: RepliesByThread): StoredMessage {
  const { thread } = message;
  if (!thread || !replies.has(thread.id)) return message;
  return { ...message, thread: { ...thread, replies: replies.get(thread.id) ?? null } };
}

/** The messages of one room with these ids. */
export const namedIn = (roomId: string, ids: readonly string[]): NamingRow[] =>
  ids.map((id) => ({ room_id: roomId, message_id: id }));
