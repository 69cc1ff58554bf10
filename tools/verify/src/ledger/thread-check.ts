import { MAX_COUNTED_REPLIES } from '@parley/protocol';
import type { Message, ThreadListEntry } from '@parley/protocol';

import type { AnnouncedLosses } from './announced-losses.js';
import type { Fault, FaultKind } from './fault.js';
import type { FinalRoom } from './final-check.js';
import type { MessageState } from './message-state.js';
import type { ThreadReads } from './thread-reads.js';

type ReportFault = (fault: Fault) => void;

/** The threads that a user follows, as the user reads them at the end. */
export interface FollowedThreads {
  readonly username: string;
  readonly threads: readonly ThreadListEntry[];
}

/**
 * Compares the threads of a room, as their pages and their first messages show them, with the replies in its history.
 */
export function checkThreads(room: FinalRoom, reportFault: ReportFault): void {
  const replies = repliesByThread(room);
  const report = reporter(room.id, 'thread.messages', reportFault);
  for (const [threadId, pages] of room.conversations?.threads ?? []) {
    const expected = (replies.get(threadId) ?? []).map(({ id }) => id);
    for (const [kind, what] of pageFaults(pages, expected)) report(kind, what, threadId);
  }
  for (const start of room.messages.filter((message) => !message.is_deleted && !message.thread)) {
    for (const what of summaryFaults(start, replies.get(start.id) ?? [])) report('wrong', what, start.id);
  }
}

/**
 * The replies in the history that are not deleted, the oldest first, by the id of the first message of their thread.
 */
function repliesByThread({ messages }: FinalRoom): Map<string, Message[]> {
  const sorted = messages.toSorted((one, other) => one.seq - other.seq);
  return byThread(sorted, ({ thread, is_deleted: isDeleted }) => (isDeleted ? undefined : thread?.id));
}

/** Groups replies by the id of the first message of their thread. @param threadOf undefined: it is left out */
export function byThread<Reply>(
  replies: Iterable<Reply>,
  threadOf: (reply: Reply) => string | undefined,
): Map<string, Reply[]> {
  const threads = new Map<string, Reply[]>();
  for (const reply of replies) {
    const threadId = threadOf(reply);
    if (threadId === undefined) continue;
    const others = threads.get(threadId) ?? [];
    others.push(reply);
    threads.set(threadId, others);
  }
  return threads;
}

const reporter =
  (roomId: string, who: string, reportFault: ReportFault) =>
  (kind: FaultKind, what: string, threadId: string): void => {
    reportFault({ kind, what: `thread ${threadId}: ${what}`, room_id: roomId, who, message_id: threadId });
  };

function* pageFaults(
  pages: readonly string[],
  expected: readonly string[],
): Generator<readonly [kind: FaultKind, what: string]> {
  const listed = new Set(pages);
  if (listed.size < pages.length) yield ['doubled', 'a reply stands in it twice'];
  else if (expected.some((id) => !listed.has(id))) yield ['lost', 'a reply does not stand in it'];
  else if (pages.length > expected.length) yield ['wrong', 'a message stands in it that is no reply in it'];
  else if (pages.some((id, at) => id !== expected[at]))
    yield ['out_of_order', 'its replies are not in the order of the room'];
}

/** Replies beyond the newest ones are not counted, so that longer threads are not compared. */
function* summaryFaults({ thread_summary: summary }: Message, replies: readonly Message[]): Generator<string> {
  if (replies.length >= MAX_COUNTED_REPLIES) return;
  const [counted, expected] = [summary?.reply_count ?? 0, replies.length];
  if (counted !== expected) yield `its summary counts ${String(counted)} replies in place of ${String(expected)}`;
  else if (summary?.last_reply_at !== replies.at(-1)?.created_at) yield 'its summary names another last reply';
}

/** The expected state that the threads of users are compared with. */
interface ThreadBooks {
  /** Of every accepted message, by its id. */
  readonly states: ReadonlyMap<string, MessageState>;
  /** The accepted replies, also deleted ones, by the id of the first message of their thread. */
  readonly replies: ReadonlyMap<string, readonly MessageState[]>;
  readonly reads: ThreadReads;
  readonly losses: AnnouncedLosses;
}

/** Compares the followed threads of a user in a room with a recount from its history. */
export function checkFollowed(
  { username, threads }: FollowedThreads,
  room: FinalRoom,
  books: ThreadBooks,
  reportFault: ReportFault,
): void {
  const entries = new Map(threads.map((entry) => [entry.thread.id, entry]));
  const mayHaveLost = books.losses.mayHaveLost(room.id);
  const report = reporter(room.id, username, reportFault);
  for (const [threadId, replies] of repliesByThread(room)) {
    const own = ownNumbers(username, replies, books.replies.get(threadId));
    const isFollower = own.length > 0 || books.states.get(threadId)?.sending.sender === username;
    const entry = entries.get(threadId);
    if (!entry) {
      if (isFollower && !mayHaveLost) report('lost', 'its follower does not have it in thread.list', threadId);
      continue;
    }
    const { accepted, requested } = books.reads.markOf(username, threadId);
    const mark = { least: mayHaveLost ? 0 : accepted, most: Math.max(requested, ...own) };
    const expected = { isFollower, mark, unread: unreadOf(username, replies, entry) };
    for (const [kind, what] of entryFaults(entry, expected)) report(kind, what, threadId);
  }
}

const unreadOf = (username: string, replies: readonly Message[], { last_read_seq: mark }: ThreadListEntry): number =>
  replies.filter(({ sender, seq }) => sender.username !== username && seq > mark).length;

/** The numbers of a user's replies in a thread: those that are stored, and those that were accepted. */
const ownNumbers = (username: string, stored: readonly Message[], accepted: readonly MessageState[] = []): number[] => [
  ...stored.filter(({ sender }) => sender.username === username).map(({ seq }) => seq),
  ...accepted.filter(({ sending }) => sending.sender === username).map(({ seq }) => seq),
];

/** The expected entry of a thread in the list of a user. */
interface ExpectedEntry {
  readonly isFollower: boolean;
  /** The limits of the read mark: who begins to follow a thread by a reply has read it so far. */
  readonly mark: { readonly least: number; readonly most: number };
  readonly unread: number;
}

function* entryFaults(
  { last_read_seq: lastRead, unread_count: counted }: ThreadListEntry,
  { isFollower, mark: { least, most }, unread }: ExpectedEntry,
): Generator<readonly [kind: FaultKind, what: string]> {
  if (!isFollower) yield ['wrong', 'is followed by a user who has not replied in it'];
  if (lastRead < least) yield ['lost', `its accepted read mark ${String(least)} is ${String(lastRead)}`];
  if (lastRead > most) yield ['wrong', `its read mark ${String(lastRead)} is above what was read`];
  const expected = Math.min(unread, MAX_COUNTED_REPLIES);
  if (counted !== expected)
    yield ['wrong', `${String(counted)} replies count as unread in place of ${String(expected)}`];
}
