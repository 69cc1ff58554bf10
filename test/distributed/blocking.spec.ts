import type { GroupChat, Message, OneToOneChat } from '@parley/protocol';

import { closeCast, connectCastInGroup } from '../support/cast.js';
import type { Cast } from '../support/cast.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { snapshotOf } from '../support/first-snapshot.js';
import { historyOf, sendMessage } from '../support/messaging.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const CLOSED = 'This chat is closed.';
const MAY_NOT_START = 'You may not start a chat with this user. Invite the user to a group instead.';
const MAY_NOT_ADD = 'You may not add or invite one of these users.';

let parley: Service;
let cast: Cast;
/** Of Alice, who has two devices, and Bob. */
let group: GroupChat;
let chat: OneToOneChat;
/** In the chat. */
let hers: Message;
let his: Message;
let poll: Message;

beforeAll(async () => {
  parley = await sharedService();
});
beforeEach(async () => {
  ({ cast, room: group } = await connectCastInGroup(parley));
  const { data } = await cast.phone.request('room.create', { type: 'OneToOneChat', participants: [cast.bob.id] });
  chat = data as OneToOneChat;
  hers = await sendMessage(cast.phone, chat, 'hello');
  his = await sendMessage(cast.bobDevice, chat, 'hi');
  const choices = { options: ['yes', 'no'] };
  const asked = { room_id: chat.id, content: 'Lunch?', extra_fields: { poll: choices } };
  poll = (await cast.phone.request('message.send', asked)).data;
  for (const device of [cast.phone, cast.laptop, cast.bobDevice]) await device.drain();
});
afterEach(() => closeCast(cast));

const block = (device: ChatClient, { id }: { readonly id: number }, blocked = true) =>
  device.request('user.block', { user_id: id, blocked });

const aliceBlocksBob = () => block(cast.phone, cast.bob);

/** The roads into a chat of the two, each as the one who has written the message. */
const ROADS: Readonly<Record<string, (own: Message) => readonly [event: string, data: object]>> = {
  'a message': () => ['message.send', { room_id: chat.id, content: 'again' }],
  'a forwarded message': ({ id }) => [
    'message.send',
    { room_id: chat.id, content: 'see', extra_fields: { forwarded_from_id: id } },
  ],
  'a reply in a thread': () => [
    'message.send',
    { room_id: chat.id, content: 're', extra_fields: { thread_id: his.id } },
  ],
  'an edit': ({ id }) => ['message.modify', { message_id: id, action: 'update', extra_fields: { content: 'other' } }],
  'a reaction': ({ id }) => ['message.react', { type: 'add', message_id: id, reaction_content: '👍' }],
  'a pin': ({ id }) => ['message.pin', { message_id: id, pinned: true }],
  'a vote': () => ['poll.vote', { message_id: poll.id, options: [0] }],
  typing: () => ['message.typing', { room_id: chat.id }],
  'a change of the settings': () => [
    'room.modify',
    { room_id: chat.id, action: 'update', data: { property: { preferences: { theme: 'dark' } } } },
  ],
};

describe('a block', () => {
  it('reaches all devices of the user with the next private number, and nobody else', async () => {
    const { request_id: _id, ...answer } = await aliceBlocksBob();
    expect(answer).toMatchObject({
      eventType: 'userblock.dispatch',
      data: { user_id: cast.bob.id, blocked: true, user: { username: cast.bob.username } },
      private_seq: 1,
    });
    await expect(cast.laptop.receive('userblock.dispatch')).resolves.toEqual(answer);
    await expect(cast.bobDevice.drain()).resolves.toEqual([]);
    await expect(aliceBlocksBob()).resolves.toMatchObject({ data: answer.data, meta: { changed: false } });
    await expect(block(cast.laptop, cast.bob, false)).resolves.toMatchObject({
      data: { user_id: cast.bob.id, blocked: false, user: null, removed: true },
      private_seq: 2,
    });
    await expect(cast.bobDevice.drain()).resolves.toEqual([]);
  });

  it.each(Object.keys(ROADS))('refuses both %s in their chat, and permits it again after its end', async (road) => {
    const request = ROADS[road]!;
    await aliceBlocksBob();
    for (const [device, own] of [
      [cast.phone, hers],
      [cast.laptop, hers],
      [cast.bobDevice, his],
    ] as const) {
      await expect(device.expectRefused(...request(own))).resolves.toMatchObject({ code: 4002, detail: CLOSED });
    }
    await expect(cast.bobDevice.drain()).resolves.toEqual([]);
    await block(cast.phone, cast.bob, false);
    const { bobDevice } = cast;
    const permitted = await bobDevice.response(bobDevice.sendRequest(...request(his)));
    expect(permitted).not.toHaveProperty('error');
  });

  it('opens their chat again when neither blocks the other', async () => {
    await aliceBlocksBob();
    await block(cast.bobDevice, cast.alice);
    await block(cast.phone, cast.bob, false);
    const send = { room_id: chat.id, content: 'still closed' };
    await expect(cast.phone.expectRefused('message.send', send)).resolves.toMatchObject({ code: 4002 });
    await block(cast.bobDevice, cast.alice, false);
    await expect(sendMessage(cast.phone, chat, 'open')).resolves.toMatchObject({ content: 'open' });
  });

  it('lets both take back what they sent, and delete the chat for themselves, who cannot return to it', async () => {
    await aliceBlocksBob();
    await cast.bobDevice.request('message.modify', { message_id: his.id, action: 'delete' });
    await cast.bobDevice.request('room.modify', { room_id: chat.id, action: 'delete' });
    for (const [device, other] of [
      [cast.bobDevice, cast.alice],
      [cast.phone, cast.bob],
    ] as const) {
      const create = { type: 'OneToOneChat', participants: [other.id] };
      const refused = await device.expectRefused('room.create', create);
      expect(refused).toMatchObject({ code: 4002, detail: MAY_NOT_START });
    }
    const send = { room_id: chat.id, content: 'come back' };
    await expect(cast.phone.expectRefused('message.send', send)).resolves.toMatchObject({ code: 4002, detail: CLOSED });
  });

  it('refuses a first chat, the addition to a group and an invitation, to both', async () => {
    const { carolDevice, daveDevice, carol, dave } = cast;
    await block(carolDevice, dave);
    for (const [device, other] of [
      [carolDevice, dave],
      [daveDevice, carol],
    ] as const) {
      const chatWith = { type: 'OneToOneChat', participants: [other.id] };
      const groupWith = { type: 'GroupChat', name: 'us', participants: [other.id] };
      await expect(device.expectRefused('room.create', chatWith)).resolves.toMatchObject({ detail: MAY_NOT_START });
      await expect(device.expectRefused('room.create', groupWith)).resolves.toMatchObject({ detail: MAY_NOT_ADD });
      const own = { type: 'GroupChat', name: 'alone', participants: [] };
      const { data } = await device.request('room.create', own);
      const add = { room_id: data.id, members: [other.id] };
      const invite = { room_id: data.id, user_ids: [other.id] };
      await expect(device.expectRefused('room.add_members', add)).resolves.toMatchObject({ detail: MAY_NOT_ADD });
      await expect(device.expectRefused('room.invite', invite)).resolves.toMatchObject({ detail: MAY_NOT_ADD });
    }
    for (const device of [carolDevice, daveDevice]) {
      const types = (await device.drain()).map(({ eventType }) => eventType);
      expect(types.filter((type) => type !== 'roomcreate.dispatch' && type !== 'userblock.dispatch')).toEqual([]);
    }
  });

  it('hides the user who blocks from the search of the blocked one, and not the other way', async () => {
    await aliceBlocksBob();
    const find = ({ username }: { readonly username: string }) => ({ username });
    const refused = await cast.bobDevice.expectRefused('user.find', find(cast.alice));
    expect(refused).toMatchObject({ code: 4004, detail: 'No such user.' });
    const { data } = await cast.bobDevice.request('user.search', { query: cast.alice.username });
    expect(data.users).toEqual([]);
    await expect(cast.phone.request('user.find', find(cast.bob))).resolves.toMatchObject({ data: { id: cast.bob.id } });
  });

  it('ends typing and changes of profiles between the two in common rooms, and of nobody else', async () => {
    await cast.phone.request('room.add_members', { room_id: group.id, members: [cast.carol.id] });
    await cast.carolDevice.receive('roomaddmembers.dispatch');
    await aliceBlocksBob();
    for (const device of [cast.phone, cast.laptop, cast.bobDevice, cast.carolDevice]) await device.drain();
    for (const [device, other] of [
      [cast.phone, cast.bobDevice],
      [cast.bobDevice, cast.laptop],
    ] as const) {
      await device.request('message.typing', { room_id: group.id });
      await cast.carolDevice.receive('messagetyping.dispatch');
      await device.request('user.update', { status: { text: 'Away' } });
      await cast.carolDevice.receive('userupdate.dispatch');
      await sendMessage(cast.carolDevice, group, 'after it');
      const received = await other.drain();
      expect(received.map(({ eventType }) => eventType)).toEqual(['message.dispatch']);
      for (const each of [cast.phone, cast.laptop, cast.bobDevice]) await each.drain();
    }
  });

  it('shows each to the other as offline, at once and while it lasts', async () => {
    const watch = (device: ChatClient, { id }: { readonly id: number }) =>
      device.request('presence.subscribe', { user_ids: [id] });
    await eventually(async () => (await watch(cast.phone, cast.bob)).data[0]?.status === 'online');
    await eventually(async () => (await watch(cast.bobDevice, cast.alice)).data[0]?.status === 'online');
    for (const device of [cast.phone, cast.bobDevice]) await device.drain();
    await aliceBlocksBob();
    const offline = (user: { readonly id: number }) => [{ user_id: user.id, status: 'offline', last_seen: null }];
    await expect(cast.phone.receive('presence.dispatch')).resolves.toMatchObject({ data: offline(cast.bob) });
    await expect(cast.bobDevice.receive('presence.dispatch')).resolves.toMatchObject({ data: offline(cast.alice) });
    await expect(watch(cast.bobDevice, cast.alice)).resolves.toMatchObject({ data: offline(cast.alice) });
    await block(cast.phone, cast.bob, false);
    for (const [device, { id }] of [
      [cast.phone, cast.bob],
      [cast.bobDevice, cast.alice],
    ] as const) {
      await expect(device.receive('presence.dispatch')).resolves.toMatchObject({
        data: [{ user_id: id, status: 'online' }],
      });
    }
  });

  it('notifies neither of what the other writes in common rooms, which counts as unread', async () => {
    await aliceBlocksBob();
    await sendMessage(cast.phone, group, 'from the one who blocks');
    await sendMessage(cast.bobDevice, group, 'from the one who is blocked');
    for (const user of [cast.alice, cast.bob]) {
      const { data, unread } = await snapshotOf(user);
      expect([data[group.id] ?? [], unread]).toEqual([[], { ...(unread as object), [group.id]: 1 }]);
    }
  });

  it('keeps it from the other whether a user has read their chat, and lets the user have no unread messages', async () => {
    await aliceBlocksBob();
    for (const device of [cast.phone, cast.bobDevice]) {
      await device.request('message.read', { room_id: chat.id, up_to_seq: poll.seq });
    }
    for (const device of [cast.phone, cast.bobDevice]) {
      expect((await device.drain()).map(({ eventType }) => eventType)).not.toContain('readreceipt.dispatch');
      const { data } = await device.request('room.list', {});
      expect(data.find(({ id }) => id === chat.id)?.unread_count).toBe(0);
    }
    const history = await historyOf(cast.phone, chat);
    expect(history.map(({ read_receipts }) => read_receipts)).toEqual([[], [], []]);
  });
});
