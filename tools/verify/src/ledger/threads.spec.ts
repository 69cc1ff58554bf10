import type { Message, ThreadListEntry, ThreadSummary } from '@parley/protocol';

import { SimulatedRoom, simulatedUser, uuid } from '../../../../test/support/simulated-room.js';
import type { SimulatedEvent } from '../../../../test/support/simulated-room.js';
import type { ConnectionRecord } from './device-record.js';
import type { FinalRoom } from './final-check.js';
import { Ledger } from './ledger.js';
import { withMarker } from './sent-message.js';
import type { FollowedThreads } from './thread-check.js';

const alice = simulatedUser(1, 'alice');
const bob = simulatedUser(2, 'bob');

let ledger: Ledger;
let room: SimulatedRoom;
let lines: ConnectionRecord[];
let start: Message;
/** Two replies of Bob in the thread of Alice's message. */
let replies: Message[];

beforeEach(() => {
  ledger = new Ledger();
  room = new SimulatedRoom();
  lines = [alice, bob].map(({ username }) => {
    const line = ledger.device(username, 1, [room.id]).connect();
    line.receiveSnapshot({});
    line.receiveSyncPage(room.since(0));
    return line;
  });
  start = send(alice);
  replies = [send(bob, start), send(bob, start)];
});

function send(sender: typeof alice, to?: Message, change = (sent: SimulatedEvent): SimulatedEvent => sent): Message {
  const clientMessageId = uuid('c', room.lastSeq);
  const content = withMarker(clientMessageId, 'hello');
  const thread = to && { id: to.id, alsoToRoom: false };
  const attempt = ledger.recordAttempt(
    { clientMessageId, roomId: room.id, sender: sender.username, content, thread },
    0,
  );
  const sent = to ? room.reply(sender, content, to) : room.send(sender, content);
  attempt.accepted(sent.data, false, 0);
  for (const line of lines) line.receive(change(sent), 0);
  return sent.data;
}

/** The room as it is read at the end. */
const read = (ids = replies.map(({ id }) => id)): FinalRoom => ({
  ...room.history(),
  conversations: { pins: [], threads: new Map([[start.id, ids]]) },
});

const entry = (fields: Partial<ThreadListEntry> = {}): ThreadListEntry => ({
  thread: start,
  unread_count: 2,
  unread_mentions: 0,
  last_read_seq: 0,
  ...fields,
});

const followed = (alices: ThreadListEntry[] = [entry()]): FollowedThreads[] => {
  const bobs = entry({ unread_count: 0, last_read_seq: replies[0]!.seq });
  return [
    { username: 'alice', threads: alices },
    { username: 'bob', threads: [bobs] },
  ];
};

const faults = (final = read(), lists = followed()): string[] =>
  ledger.judge([final], lists).faults.map(({ kind, what }) => `${kind}: ${what.replace(/^\S+ \S+: /, '')}`);

const ids = (): [string, string] => [replies[0]!.id, replies[1]!.id];

describe('the threads of a room', () => {
  it('cause no fault if their pages, their summaries and the lists of their followers agree with the history', () => {
    expect(faults()).toEqual([]);
  });

  it.each([
    ['lost: a reply does not stand in it', () => [ids()[0]]],
    ['doubled: a reply stands in it twice', () => [...ids(), ids()[0]]],
    ['out_of_order: its replies are not in the order of the room', () => ids().toReversed()],
    ['wrong: a message stands in it that is no reply in it', () => [...ids(), start.id]],
  ])('are judged by their pages: %s', (fault, pages) => expect(faults(read(pages()))).toEqual([fault]));

  it.each([
    [{ reply_count: 1 }, 'its summary counts 1 replies in place of 2'],
    [{ last_reply_at: '1970-01-01T00:00:00.000Z' }, 'its summary names another last reply'],
  ])('are judged by their summaries: %j', (fields, what) => {
    const final = read();
    const messages = final.messages.map((message) =>
      message.thread_summary ? { ...message, thread_summary: { ...message.thread_summary, ...fields } } : message,
    );
    expect(faults({ ...final, messages })).toContain(`wrong: ${what}`);
  });

  /** Bob replies, and the dispatch has this summary. */
  function replyWith(summary: ThreadSummary | null | undefined): Message {
    return send(bob, start, (sent) => {
      if (sent.eventType !== 'message.dispatch') throw new Error('not a reply');
      return { ...sent, data: { ...sent.data, thread: { id: start.id, ...(summary !== undefined && { summary }) } } };
    });
  }

  it('may have no summary on a device if the dispatch of the last reply has none', () => {
    const third = replyWith(undefined);
    expect(faults(read([...ids(), third.id]), followed([entry({ unread_count: 3 })]))).toEqual([]);
  });

  it('are judged on every device, which has the summary of the last reply', () => {
    const third = replyWith(null);
    const fault = 'lost: did not receive the last change of this message: its thread differs';
    expect(faults(read([...ids(), third.id]), followed([entry({ unread_count: 3 })]))).toEqual([fault, fault]);
  });

  it('hold every reply that was sent in them', () => {
    const messages = room.history().messages.map((message) => ({ ...message, thread: null, thread_summary: null }));
    const final = { ...room.history(), messages, conversations: { pins: [], threads: new Map() } };
    const misplaced = 'wrong: is not in the thread in which it was sent';
    expect(faults(final).filter((each) => each === misplaced)).toHaveLength(2);
  });
});

describe('the threads that a user follows', () => {
  it.each([
    ['lost: its follower does not have it in thread.list', () => []],
    ['wrong: 1 replies count as unread in place of 2', () => [entry({ unread_count: 1 })]],
    ['wrong: its read mark 4 is above what was read', () => [entry({ unread_count: 1, last_read_seq: 4 })]],
  ])('are judged by a recount: %s', (fault, alices) => expect(faults(read(), followed(alices()))).toEqual([fault]));

  it('are followed by those who started them or replied in them, and by nobody else', () => {
    ledger.device('carol', 1, [room.id]);
    const carols = { username: 'carol', threads: [entry()] };
    const fault = 'wrong: is followed by a user who has not replied in it';
    expect(faults(read(), [...followed(), carols])).toEqual([fault]);
  });

  it('are read up to the last accepted mark', () => {
    const [first, second] = replies as [Message, Message];
    ledger.threadReads.requested('alice', start.id, second.seq);
    ledger.threadReads.accepted('alice', start.id, first.seq);
    const upTo = ({ seq }: Message, unread: number) => followed([entry({ unread_count: unread, last_read_seq: seq })]);
    expect(faults(read(), upTo(second, 0))).toEqual([]);
    expect(faults(read(), upTo(first, 1))).toEqual([]);
    expect(faults()).toEqual([`lost: its accepted read mark ${String(first.seq)} is 0`]);
  });
});
