import type {
  ChangedThread,
  Message,
  MessagesDeleted,
  ServerFrame,
  ThreadListEntry,
  ThreadPage,
  ThreadSummary,
} from '@parley/protocol';

import type { Parley } from '../parley.js';
import type { SendOptions } from '../room.js';

export interface ReplyOptions extends SendOptions {
  /** Whether the reply stands among the messages of the room too. */
  readonly alsoToRoom?: boolean;
}

export interface ThreadHistoryOptions {
  /** Messages with a lower `seq`; default: the newest. */
  readonly before?: number;
  /** At most 200. Default 50. */
  readonly limit?: number;
}

export interface ThreadListOptions {
  /** 1 to 100; default 50. */
  readonly limit?: number;
  /** `next` of the previous page. */
  readonly cursor?: string;
  /** Whether threads without unread replies are left out. */
  readonly unreadOnly?: boolean;
}

/** A page of the threads that the user follows, the latest reply first. */
export interface ThreadList {
  readonly threads: readonly ThreadListEntry[];
  readonly next: string | null;
}

/**
 * Threads of replies to a message, which is named by its id. Replies arrive as `message` events with a `thread`. Create
 * it before `connect`: it keeps the summaries that have changed since. Without a connection every request but {@link
 * reply} is refused with `offline`, and none is repeated.
 */
export class Threads {
  private readonly summaries = new Map<string, ThreadSummary | null>();
  private readonly handlers = new Set<(threadId: string) => void>();

  constructor(private readonly chat: Pick<Parley, 'ask' | 'on' | 'rooms'>) {
    chat.on('message', ({ message: { thread } }) => {
      if (thread?.summary !== undefined) this.summarize(thread.id, thread.summary);
    });
    chat.on('edited', ({ message }) => this.forget(message));
    chat.on('reset', ({ messages }) => {
      for (const message of messages) this.forget(message);
    });
    chat.on('frame', (frame) => {
      for (const { id, summary } of changedBy(frame)) this.summarize(id, summary);
    });
  }

  /** The summary of the thread that a message has started, as it is now; null: it has no replies. */
  summaryOf({ id, thread_summary: received }: Message): ThreadSummary | null {
    const changed = this.summaries.get(id);
    return changed === undefined ? received : changed;
  }

  /**
   * @param handler called with the id of a thread whose summary has changed
   * @returns a function that removes the handler
   */
  onChange(handler: (threadId: string) => void): () => void {
    this.handlers.add(handler);
    return () => void this.handlers.delete(handler);
  }

  /**
   * Queues a reply, as `Room.send` queues a message.
   * @returns the stored message
   * @throws ParleyError when it is refused permanently: 4003 if the message is itself in a thread
   */
  reply(
    roomId: string,
    threadId: string,
    text: string,
    { alsoToRoom, ...options }: ReplyOptions = {},
  ): Promise<Message> {
    const inThread = { thread_id: threadId, also_to_room: alsoToRoom };
    return this.chat.rooms.open(roomId).send(text, { ...options, ...inThread });
  }

  /**
   * A page of a thread, newest message first. The message that started it is the oldest one.
   * @throws ParleyError 4004
   */
  async messages(roomId: string, threadId: string, { before, limit }: ThreadHistoryOptions = {}): Promise<ThreadPage> {
    const place = { ...(before !== undefined && { before_seq: before }), ...(limit !== undefined && { limit }) };
    return (await this.chat.ask('thread.messages', { room_id: roomId, thread_id: threadId, ...place })).data;
  }

  /** The threads that the user follows, of the thousand that were started last. */
  async list({ unreadOnly, ...page }: ThreadListOptions = {}): Promise<ThreadList> {
    const { data, meta } = await this.chat.ask('thread.list', { ...page, unread_only: unreadOnly === true });
    return { threads: data, next: (meta as { readonly next_cursor: string | null }).next_cursor };
  }

  /** Lets the user follow a thread, or ends that until the user replies or is mentioned. @throws ParleyError 4004 */
  async follow(roomId: string, threadId: string, follow: boolean): Promise<void> {
    await this.chat.ask('thread.follow', { room_id: roomId, thread_id: threadId, follow });
  }

  /** The user has read the replies up to this `seq`. @throws ParleyError 4004 */
  async markRead(roomId: string, threadId: string, upToSeq: number): Promise<void> {
    await this.chat.ask('message.read', { room_id: roomId, thread_id: threadId, up_to_seq: upToSeq });
  }

  private summarize(threadId: string, summary: ThreadSummary | null): void {
    this.summaries.set(threadId, summary);
    for (const handler of Array.from(this.handlers)) handler(threadId);
  }

  /** The message itself has the present summary. */
  private forget({ id }: Message): void {
    if (this.summaries.delete(id)) for (const handler of Array.from(this.handlers)) handler(id);
  }
}

const changedBy = ({ eventType, data }: ServerFrame): readonly ChangedThread[] =>
  eventType === 'messagemodification.dispatch' ? ((data as Partial<MessagesDeleted>).threads ?? []) : [];
