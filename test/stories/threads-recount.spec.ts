import fc from 'fast-check';

import { connectMember, createGroup, historyOf } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import { sampled } from '../support/sample.js';
import { sharedService } from '../support/shared-services.js';
import { ThreadsRecount } from '../support/threads-recount.js';
import type { CountedMessage } from '../support/threads-recount.js';

/** She creates the rooms and stays in them. */
let alice: Member;
let everyone: Member[];

beforeAll(async () => {
  const parley = await sharedService();
  const { alice: leader, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
  alice = await connectMember(leader);
  everyone = [alice, await connectMember(bob), await connectMember(carol)];
});

interface Step {
  readonly act: keyof typeof ACTS;
  readonly who: number;
  readonly which: number;
  readonly how: number;
}

interface Doing extends Pick<Step, 'how'> {
  readonly recount: ThreadsRecount;
  readonly member: Member;
  /** One of the messages; undefined: there are none. */
  readonly message: CountedMessage | undefined;
}

async function send({ recount, member: { device }, how }: Doing, start?: CountedMessage): Promise<void> {
  const mentioned = everyone.map((each) => each.user.id).filter((id, at) => recount.isMember(id) && how & (1 << at));
  const alsoToRoom = start !== undefined && (how & 8) > 0;
  const extra_fields = { mentions: mentioned, ...(start && { thread_id: start.id, also_to_room: alsoToRoom }) };
  const { data } = await device.request('message.send', { room_id: recount.room.id, content: 'x', extra_fields });
  const { id, seq, sender } = data;
  const isInRoom = !start || alsoToRoom;
  recount.sent({ id, seq, senderId: sender.id, start, isInRoom, mentioned: new Set(mentioned) });
}

const ACTS = {
  send: (doing) => send(doing),
  reply: async (doing) => {
    const start = doing.message?.start ?? doing.message;
    if (start && (!start.isDeleted || recountable(doing.recount, start))) await send(doing, start);
  },
  delete: async ({ recount, message }) => {
    if (!message || message.isDeleted) return;
    await alice.device.request('message.modify', { action: 'delete', message_id: message.id });
    recount.deleted(message);
  },
  readRoom: async ({ recount, member: { user, device }, message }) => {
    const up_to_seq = message?.seq ?? 0;
    await device.request('message.read', { room_id: recount.room.id, up_to_seq });
    recount.readRoom(user.id, up_to_seq);
  },
  readThread: async ({ recount, member: { user, device }, message }) => {
    if (!message?.start || (message.start.isDeleted && !recountable(recount, message.start))) return;
    await device.request('message.read', { thread_id: message.start.id, up_to_seq: message.seq });
    recount.readThread(user.id, message.start, message.seq);
  },
  readOne: async ({ recount, member: { user, device }, message }) => {
    if (!message || message.isDeleted) return;
    await device.request('message.read', { room_id: recount.room.id, message_id: message.id });
    recount.readOne(user.id, message);
  },
  follow: async ({ recount, member: { user, device }, message, how }) => {
    const start = message?.start ?? message;
    if (!start || (start.isDeleted && !recountable(recount, start))) return;
    const follow = how % 2 === 0;
    await device.request('thread.follow', { room_id: recount.room.id, thread_id: start.id, follow });
    recount.chose(user.id, start, follow);
  },
  leave: async ({ recount, member: { user, device } }) => {
    if (user === alice.user) return;
    await device.request('room.leave', { room_id: recount.room.id });
    recount.left(user.id);
  },
} satisfies Record<string, (doing: Doing) => Promise<void>>;

/** Whether the thread of an erased message still has replies. */
const recountable = (recount: ThreadsRecount, start: CountedMessage): boolean => recount.repliesTo(start).length > 0;

/** A user who has left is invited, and accepts. */
async function enter({ recount, member: { user, device } }: Doing): Promise<void> {
  const place = { room_id: recount.room.id };
  await alice.device.response(alice.device.sendRequest('room.add_members', { ...place, members: [user.id] }));
  const { seq } = await device.request('room.answer_invite', { ...place, accept: true });
  recount.entered(user.id, seq!);
}

async function live(steps: readonly Step[]): Promise<ThreadsRecount> {
  const room = await createGroup(alice.device, everyone.slice(1));
  const recount = new ThreadsRecount(
    room,
    everyone.map(({ user }) => user.id),
  );
  for (const { act, who, which, how } of steps) {
    const member = everyone[who]!;
    const message = recount.messages[which % (recount.messages.length || 1)];
    const doing = { recount, member, message, how };
    if (recount.isMember(member.user.id)) await ACTS[act](doing);
    else await enter(doing);
  }
  return recount;
}

async function expectCounts(recount: ThreadsRecount, { user, device }: Member): Promise<void> {
  const { data: rooms } = await device.request('room.list', {});
  const entry = rooms.find(({ id }) => id === recount.room.id)!;
  expect({ unread: entry.unread_count, mentions: entry.unread_mentions }).toEqual(recount.ofRoom(user.id));
  const last = recount.messages.findLast(({ isInRoom, isDeleted }) => isInRoom && !isDeleted);
  expect(entry.last_message?.id).toBe(last?.id);
  for (const unread_only of [false, true]) {
    const { data: threads } = await device.request('thread.list', { limit: 100, unread_only });
    const found = threads.filter(({ thread }) => thread.room.id === recount.room.id);
    const counted = found.map((each) => ({
      id: each.thread.id,
      unread: each.unread_count,
      mentions: each.unread_mentions,
    }));
    // Replies of one millisecond have an order of their own.
    const byId = (all: typeof counted) => all.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const expected = recount.ofThreads(user.id).filter(({ unread }) => !unread_only || unread > 0);
    expect(byId(counted)).toEqual(byId(expected));
  }
}

async function expectSummaries(recount: ThreadsRecount): Promise<void> {
  const shown = await historyOf(alice.device, recount.room);
  const expected = recount.messages.filter(({ isInRoom, isDeleted }) => isInRoom && !isDeleted).toReversed();
  expect(shown.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  for (const [at, start] of expected.entries()) {
    const replies = recount.repliesTo(start);
    const participants = [...new Set(replies.toReversed().map(({ senderId }) => senderId))];
    const { thread_summary: summary } = shown[at]!;
    expect([start.id, summary?.reply_count ?? 0]).toEqual([start.id, replies.length]);
    expect(summary?.participants.map(({ id }) => id) ?? []).toEqual(participants);
  }
}

it('what is unread in a room and in its threads equals a recount, whatever happened', async () => {
  const acts = Object.keys(ACTS) as Step['act'][];
  const often = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...acts) }, fc.constantFrom('send', 'reply'));
  const step = fc.record({
    act: often,
    who: fc.nat(2),
    which: fc.nat(1_000),
    how: fc.nat(15),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const recount = await live(steps);
      await expectSummaries(recount);
      for (const member of everyone) if (recount.isMember(member.user.id)) await expectCounts(recount, member);
      for (const { device } of everyone) await device.drain();
    }),
    { numRuns: sampled(30) },
  );
});
