import type { Notification, Room } from '@parley/protocol';
import fc from 'fast-check';

import type { ChatClient } from '../support/chat-client.js';
import type { Frame } from '../support/frames.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { sampled } from '../support/sample.js';
import { Recount, typeFor } from '../support/unread-recount.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { connectMember, createGroup, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';

let parley: Service;
/** She creates the rooms, leads them and stays in them. */
let alice: Member;
/** They join and leave. */
let others: Member[];
let everyone: Member[];

beforeAll(async () => {
  parley = await sharedService();
  const { alice: leader, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
  alice = await connectMember(leader);
  others = [await connectMember(bob), await connectMember(carol)];
  everyone = [alice, ...others];
});

/** A user does something in a room with some of its messages. */
interface Step {
  readonly act: keyof typeof ACTS;
  readonly who: number;
  readonly where: number;
  readonly which: readonly number[];
}

type Act = (recount: Recount, member: Member, which: readonly number[]) => Promise<void>;

const ACTS = {
  send: async (recount, { user, device }) => {
    if (recount.isMember(user.id)) recount.sent(await sendMessage(device, recount.room, 'hello'), false);
  },
  sendMentions: async (recount, { user, device }, which) => {
    if (!recount.isMember(user.id)) return;
    const [parent_message_id] = picked(recount, which).filter((id) => !recount.isDeleted(id));
    const silent = which.includes(0);
    const extra_fields = {
      ...mentioning(recount, user, which),
      silent,
      ...(parent_message_id && { parent_message_id }),
    };
    const { data } = await device.request('message.send', { room_id: recount.room.id, content: 'hello', extra_fields });
    recount.sent(data, silent);
  },
  changeMentions: async (recount, { user, device }, which) => {
    const own = recount.messages.filter(({ id, senderId }) => senderId === user.id && !recount.isDeleted(id));
    const message = own[(which[0] ?? 0) % own.length];
    if (!message || !recount.isMember(user.id)) return;
    const extra_fields = mentioning(recount, user, which);
    const { data } = await device.request('message.modify', { action: 'update', message_id: message.id, extra_fields });
    if ('message' in data) recount.edited(data.message);
  },
  acknowledge: async (recount, member, which) => {
    const ids = picked(recount, which);
    await attempts(recount, member, 'message.acknowledged', ids, { message_id: ids });
    recount.acknowledged(member.user.id, ids);
  },
  readOne: async (recount, member, which) => {
    const ids = picked(recount, which).slice(0, 1);
    await attempts(recount, member, 'message.read', ids, { message_id: ids[0] });
    recount.read(member.user.id, ids);
  },
  readSeveral: async (recount, member, which) => {
    const ids = picked(recount, which);
    await attempts(recount, member, 'message.read', ids, { message_id: ids });
    recount.read(member.user.id, ids);
  },
  readUpTo: async (recount, { user, device }, [up_to_seq = 0]) => {
    if (!recount.isMember(user.id)) return;
    await device.request('message.read', { room_id: recount.room.id, up_to_seq });
    const read = recount.messages.filter(({ seq }) => seq <= up_to_seq);
    recount.read(
      user.id,
      read.map(({ id }) => id),
    );
  },
  delete: async (recount, _, which) => {
    const [id] = picked(recount, which);
    if (id === undefined || recount.isDeleted(id)) return;
    await alice.device.request('message.modify', { action: 'delete', message_id: id });
    recount.deleted(id);
  },
  leave: async (recount, { user, device }) => {
    if (user === alice.user || !recount.isMember(user.id)) return;
    await device.request('room.leave', { room_id: recount.room.id });
    recount.left(user.id);
  },
  remove: async (recount, { user }) => {
    if (user === alice.user || !recount.isMember(user.id)) return;
    await alice.device.request('room.remove_members', { room_id: recount.room.id, members: [user.id] });
    recount.left(user.id);
  },
  enter: async (recount, { user, device }) => {
    if (recount.isMember(user.id)) return;
    const { id: room_id, type } = recount.room;
    const { seq } =
      type === 'Channel' ? await device.request('room.join', { room_id }) : await added(room_id, user, device);
    recount.entered(user.id, seq!);
    if (type === 'Channel') await allowSending(recount.room, [user.id]);
  },
} satisfies Record<string, Act>;

/** Adds a user to a group. A user who has left it is invited, and accepts. */
async function added(roomId: string, { id }: TestUser, device: ChatClient): Promise<Frame> {
  const answer: Frame = await alice.device.request('room.add_members', { room_id: roomId, members: [id] });
  if (answer.seq !== undefined) return answer;
  return device.request('room.answer_invite', { room_id: roomId, accept: true });
}

/** Some of the members, and perhaps the room, which only Alice may mention in a channel. */
function mentioning(recount: Recount, { id }: TestUser, which: readonly number[]): object {
  const members = everyone.map(({ user }) => user.id).filter((userId) => recount.isMember(userId));
  const mention_room = which.length === 2 && (recount.room.type === 'GroupChat' || id === alice.user.id);
  return { mentions: members.filter((_, at) => which.some((each) => each % 4 === at)), mention_room };
}

const picked = ({ messages }: Recount, which: readonly number[]): string[] =>
  messages.length === 0 ? [] : which.map((at) => messages[at % messages.length]!.id);

/** A request is refused if it names nothing that the requester may see, and only then. */
async function attempts(
  recount: Recount,
  { user, device }: Member,
  event: string,
  ids: readonly string[],
  request: object,
): Promise<void> {
  if (ids.length === 0) return;
  const { error } = await device.response(device.sendRequest(event, request));
  const isSeen = recount.isMember(user.id) && ids.some((id) => !recount.isDeleted(id));
  expect(error?.code).toBe(isSeen ? undefined : 4004);
}

async function allowSending(room: Pick<Room, 'id'>, users: readonly number[]): Promise<void> {
  const data = { users, permission: ['can_send_messages'] };
  await alice.device.request('room.modify', { room_id: room.id, action: 'add_permission', data });
}

async function twoRooms(): Promise<Recount[]> {
  const members = others.map(({ user }) => user.id);
  const group = await alice.device.request('room.create', { type: 'GroupChat', name: 'Group', participants: members });
  const channel = await alice.device.request('room.create', {
    type: 'Channel',
    name: 'Channel',
    subscribers: members,
    extra_fields: { is_public: true },
  });
  await allowSending(channel.data, members);
  return [group, channel].map(({ data }) => new Recount(data, [alice.user.id, ...members]));
}

/** A notification of a new message has the id of the message. */
const isDerived = ({ id, message }: Notification): boolean => id === message.id;

/** By room, if there are any. */
const inRooms = (
  data: Readonly<Record<string, readonly Notification[]>>,
  select: (shown: readonly Notification[]) => unknown[],
): object =>
  Object.fromEntries(
    Object.entries(data)
      .map(([id, shown]) => [id, select(shown)] as const)
      .filter(([, selected]) => selected.length > 0),
  );

/** The pending notifications and unread counts that a new connection receives. */
async function unreadOf(device: ChatClient): Promise<object> {
  const { data, meta } = await device.receive('chat.notifications');
  const { data: list } = await device.request('room.list', {});
  return {
    total: meta?.total,
    truncated: meta?.truncated,
    unread: meta?.unread,
    mentions: meta?.unread_mentions,
    shown: inRooms(data, (shown) =>
      shown.filter(isDerived).map(({ message, notification_type: type }) => [message.id, type]),
    ),
    changed: inRooms(data, (shown) =>
      shown
        .filter((notification) => !isDerived(notification))
        .map(({ message }) => message.id)
        .sort(),
    ),
    listed: Object.fromEntries(
      list.map(({ id, unread_count, unread_mentions }) => [id, [unread_count, unread_mentions]]),
    ),
  };
}

/** The same, computed from the frames. */
function recounted(rooms: readonly Recount[], userId: number): object {
  const own = rooms.filter((recount) => recount.isMember(userId));
  const count = (recount: Recount): [string, number] => [recount.room.id, recount.unread(userId).length];
  const mentions = (recount: Recount): [string, number] => [recount.room.id, recount.unreadMentions(userId).length];
  const shown = own.map(
    (recount) =>
      [recount.room.id, recount.pending(userId).map((message) => [message.id, typeFor(userId, message)])] as const,
  );
  const changed = own.map((recount) => [recount.room.id, recount.changed(userId)] as const);
  return {
    total: [...shown, ...changed].reduce((sum, [, ids]) => sum + ids.length, 0),
    truncated: false,
    unread: Object.fromEntries(own.map(count).filter(([, unread]) => unread > 0)),
    mentions: Object.fromEntries(own.map(mentions).filter(([, unread]) => unread > 0)),
    shown: Object.fromEntries(shown.filter(([, ids]) => ids.length > 0)),
    changed: Object.fromEntries(changed.filter(([, ids]) => ids.length > 0)),
    listed: Object.fromEntries(own.map((recount) => [recount.room.id, [count(recount)[1], mentions(recount)[1]]])),
  };
}

/** Users who connect at the same moment share what is read of their rooms; one who connects alone does not. */
async function compares(rooms: readonly Recount[]): Promise<void> {
  for (const { user } of everyone) await comparesFor(user, rooms);
  await Promise.all([...everyone, ...everyone].map(({ user }) => comparesFor(user, rooms)));
}

async function comparesFor(user: TestUser, rooms: readonly Recount[]): Promise<void> {
  const device = await user.open();
  expect([user.username, await unreadOf(device)]).toEqual([user.username, recounted(rooms, user.id)]);
  await device.close();
}

const BETWEEN_COMPARISONS = 10;

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(
    { weight: 4, arbitrary: fc.constant('send' as const) },
    { weight: 6, arbitrary: fc.constantFrom('sendMentions', 'sendMentions', 'changeMentions') },
    { weight: 9, arbitrary: fc.constantFrom('acknowledge', 'readOne', 'readSeveral', 'readUpTo') },
    { weight: 5, arbitrary: fc.constantFrom('delete', 'leave', 'remove', 'enter', 'enter') },
  ),
  who: fc.nat({ max: 2 }),
  where: fc.nat({ max: 1 }),
  which: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 4 }),
});

describe('pending notifications and unread counts', () => {
  it('equal a recount of the frames after random changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), async (steps) => {
        const rooms = await twoRooms();
        for (const [at, { act, who, where, which }] of steps.entries()) {
          await ACTS[act](rooms[where]!, everyone[who]!, which);
          if (at % BETWEEN_COMPARISONS === BETWEEN_COMPARISONS - 1) await compares(rooms);
        }
        await compares(rooms);
        for (const { room } of rooms) {
          await alice.device.request('room.modify', { room_id: room.id, action: 'delete', data: {} });
        }
        for (const { device } of everyone) await device.drain();
      }),
      { numRuns: sampled(25), seed: 2_026, endOnFailure: true },
    );
  });
});

it('the first message that a newcomer reads opens none of those before it', async () => {
  const { dave } = await users(parley, 'dave');
  const newcomer = await connectMember(dave);
  const room = await createGroup(alice.device, []);
  for (const content of ['before', 'the newcomer']) await sendMessage(alice.device, room, content);
  await alice.device.request('room.add_members', { room_id: room.id, members: [dave.id] });
  const [first] = [await sendMessage(alice.device, room, 'one'), await sendMessage(alice.device, room, 'two')];
  await newcomer.device.request('message.read', { message_id: first.id });
  const laptop = await dave.open();
  const { meta } = await laptop.receive('chat.notifications');
  expect(meta).toMatchObject({ unread: { [room.id]: 1 }, total: 1 });
});
