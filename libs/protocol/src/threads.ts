import type { Message, ThreadSummary } from './objects.js';

/** A thread that has changed, with its summary after the change; null: no replies are left. */
export interface ChangedThread {
  readonly id: string;
  readonly summary: ThreadSummary | null;
}

/** A thread that the user follows. */
export interface ThreadListEntry {
  /** The message that started it. A deleted one has no content. */
  readonly thread: Message;
  /** The number of replies of other users that the user has not read, at most `MAX_COUNTED_REPLIES`. */
  readonly unread_count: number;
  /** The number of those of them that mention the user, or the whole room. */
  readonly unread_mentions: number;
  /** The user has read all replies up to this number. */
  readonly last_read_seq: number;
}

/** A page of a thread, the newest message first, and the message that started it last. */
export interface ThreadPage {
  readonly room_id: string;
  readonly thread_id: string;
  /** Whether there are older messages than these. */
  readonly has_next: boolean;
  /** Whether there are newer ones. */
  readonly has_previous: boolean;
  readonly messages: readonly Message[];
}
