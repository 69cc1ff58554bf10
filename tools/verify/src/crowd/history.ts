import type { Message, MessagePage, PinPage, Room, ThreadListEntry, ThreadPage } from '@parley/protocol';

import type { FinalConversations, FinalRoom } from '../ledger/final-check.js';
import type { UserClient } from './user-client.js';

/** The maximum size of a page. */
const PAGE_SIZE = 200;
const THREADS_A_PAGE = 100;

/**
 * Reads a room with its complete history.
 * @param client of a member
 * @param hasConversations whether the deployment has threads and pins, which are read too
 * @throws Error if the room cannot be read
 */
export async function readRoom(client: UserClient, roomId: string, hasConversations: boolean): Promise<FinalRoom> {
  const lastSeq = await readLastSeq(client, roomId);
  const messages = await readMessages(lastSeq, async (below) => {
    const page = { room_id: roomId, before_seq: below, limit: PAGE_SIZE };
    const request = hasConversations ? { ...page, include_threads: true } : page;
    const { data, has_next } = (await client.request('room.messages', request)).data as MessagePage;
    return { messages: data.messages, has_next };
  });
  const conversations = hasConversations ? await readConversations(client, roomId, { lastSeq, messages }) : undefined;
  return { id: roomId, lastSeq, messages, conversations };
}

export async function readLastSeq(client: UserClient, roomId: string): Promise<number> {
  return ((await client.request('room.info', { room_id: roomId })).data as Room).last_seq;
}

/** Reads the threads that the user of the client follows, in all rooms. */
export async function readFollowedThreads(client: UserClient): Promise<ThreadListEntry[]> {
  const threads: ThreadListEntry[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, meta } = await client.request('thread.list', { limit: THREADS_A_PAGE, cursor });
    threads.push(...(data as readonly ThreadListEntry[]));
    cursor = (meta as { readonly next_cursor?: string | null } | undefined)?.next_cursor ?? null;
  }
  return threads;
}

async function readConversations(
  client: UserClient,
  roomId: string,
  { lastSeq, messages }: Pick<FinalRoom, 'lastSeq' | 'messages'>,
): Promise<FinalConversations> {
  const pins: string[] = [];
  for (let cursor: string | null = null; ;) {
    const frame = await client.request('room.pins', { room_id: roomId, limit: PAGE_SIZE, cursor });
    const page = frame.data as PinPage;
    pins.push(...page.messages.map(({ id }) => id));
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  const threads = new Map<string, readonly string[]>();
  for (const threadId of new Set(messages.flatMap(({ thread }) => thread?.id ?? [])))
    threads.set(threadId, await readThread(client, roomId, threadId, lastSeq));
  return { pins, threads };
}

/** @returns the ids of the replies that are not deleted, the oldest first */
async function readThread(client: UserClient, roomId: string, threadId: string, lastSeq: number): Promise<string[]> {
  const messages = await readMessages(lastSeq, async (below) => {
    const request = { room_id: roomId, thread_id: threadId, before_seq: below, limit: PAGE_SIZE };
    return (await client.request('thread.messages', request)).data as ThreadPage;
  });
  const replies = messages.filter(({ id, is_deleted: isDeleted }) => id !== threadId && !isDeleted);
  return replies.map(({ id }) => id).toReversed();
}

/** Reads all pages, the newest message first. */
async function readMessages(
  lastSeq: number,
  read: (below: number) => Promise<{ readonly messages: readonly Message[]; readonly has_next: boolean }>,
): Promise<Message[]> {
  const messages: Message[] = [];
  for (let below = lastSeq + 1; ;) {
    const page = await read(below);
    messages.push(...page.messages);
    const oldest = page.messages.at(-1);
    // A page of large messages is shorter than its size.
    if (!oldest || !page.has_next) return messages;
    below = oldest.seq;
  }
}
