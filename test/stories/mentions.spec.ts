import type { Channel, Message, Room, User } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { sync } from '../support/client-state.js';
import { connected } from '../support/database.js';
import { GroupFixture } from '../support/group-fixture.js';
import { allReceive, historyOf, userView } from '../support/messaging.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

/** MAX_MENTIONS and MAX_ROOM_MENTION. */
const MOST = 2;

let parley: Service;
let fixture: GroupFixture;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
  fixture = await GroupFixture.create(parley);
});

beforeEach(() => fixture.createRoom());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(fixture.drain()).resolves.toEqual([]);
});

const people = (...users: TestUser[]): User[] =>
  users.map((user) => userView(user)).sort((one, other) => one.id - other.id);
const mentioning = (...users: TestUser[]): object => ({ mentions: users.map(({ id }) => id) });

/** Bob sends, every device receives it, and history and sync have the same. */
async function sent(extra_fields: object): Promise<Message> {
  const { bobDevice, carolDevice, room } = fixture;
  const message = await fixture.sendAndDeliver(bobDevice, 'x', extra_fields);
  const [newest] = await historyOf(carolDevice, room);
  expect(newest).toEqual(message);
  const pages = await sync(carolDevice, { rooms: { [room.id]: message.seq - 1 } });
  const synced = pages.flatMap(({ rooms }) => rooms).find(({ room_id }) => room_id === room.id);
  expect(synced?.messages).toEqual([message]);
  return message;
}

const refused = (extra_fields: object, device = fixture.bobDevice, room: Pick<Room, 'id'> = fixture.room) =>
  device.expectRefused('message.send', { room_id: room.id, content: 'x', extra_fields });

describe('the mentions of a message', () => {
  it('are the named members, each once, in the order of their ids', async () => {
    const { alice, bob, carol } = fixture;
    await expect(sent(mentioning(carol, alice, carol))).resolves.toMatchObject({
      mentions: people(alice, carol),
      mention_room: false,
    });
    await expect(sent(mentioning(bob))).resolves.toMatchObject({ mentions: people(bob) });
    for (const extra of [{}, { mentions: [] }, { mentions: null, mention_room: null }, { mention_room: false }]) {
      await expect(sent(extra)).resolves.toMatchObject({ mentions: [], mention_room: false });
    }
  });

  it('are at most MAX_MENTIONS', async () => {
    const { alice, bob, carol } = fixture;
    await sent(mentioning(alice, carol));
    await expect(refused(mentioning(alice, bob, carol))).resolves.toMatchObject({
      code: 4003,
      detail: { 'extra_fields.mentions': [`Must be at most ${String(MOST)} users.`] },
    });
  });

  it.each<[string, (fixture: GroupFixture) => unknown]>([
    ['a user who is no member', ({ alice }) => [alice.id, alice.id + 10_000]],
    ['a username', ({ alice }) => [alice.username]],
    ['zero', () => [0]],
    ['an id alone', ({ alice }) => alice.id],
  ])('are refused with %s', async (_, mentions) => {
    const { code, detail } = await refused({ mentions: mentions(fixture) });
    expect([code, Object.keys(detail as object)]).toEqual([4003, ['extra_fields.mentions']]);
  });

  it('are refused with a member who has left, and stay in earlier messages', async () => {
    const { bob, carol, bobDevice, carolDevice, room } = fixture;
    const message = await sent(mentioning(carol, bob));
    await carolDevice.request('room.leave', { room_id: room.id });
    await allReceive([fixture.phone, fixture.laptop, bobDevice], 'roomremovemembers.dispatch');
    await expect(refused(mentioning(carol))).resolves.toMatchObject({
      code: 4003,
      detail: { 'extra_fields.mentions': ['Must be members of the room.'] },
    });
    await expect(historyOf(bobDevice, room)).resolves.toMatchObject([{ mentions: message.mentions }]);
  });

  it('are of members at the number of the message, also while one leaves', async () => {
    const { carol, bobDevice, carolDevice } = fixture;
    for (let round = 0; round < 5; round += 1) {
      await fixture.createRoom();
      const { room } = fixture;
      const message = { room_id: room.id, content: 'x', extra_fields: mentioning(carol) };
      const requests = Array.from({ length: 10 }, () => bobDevice.sendRequest('message.send', message));
      const { seq: left } = await carolDevice.request('room.leave', { room_id: room.id });
      const answers = [];
      for (const request of requests) answers.push(await bobDevice.response(request));
      const late = answers.filter(({ seq }) => seq === undefined || seq > left!);
      expect(late.map(({ error }) => error?.code)).toEqual(late.map(() => 4003));
      await fixture.drain();
    }
  });

  it('are in the message that is answered, and in a forward only if its sender names them', async () => {
    const { alice, bobDevice } = fixture;
    const { id, mentions } = await sent(mentioning(alice));
    const reply = await fixture.sendAndDeliver(bobDevice, 'y', { parent_message_id: id });
    expect(reply).toMatchObject({ mentions: [], parent_message: { id, mentions } });
    const forward = await fixture.sendAndDeliver(bobDevice, 'y', { forwarded_from_id: id });
    expect(forward).toMatchObject({ mentions: [], forwarded_from: { id, mentions } });
  });

  it('are the same if a send is repeated', async () => {
    const { alice, bobDevice, room } = fixture;
    const client_message_id = crypto.randomUUID();
    const send = { room_id: room.id, content: 'x', client_message_id, extra_fields: mentioning(alice) };
    const first = await bobDevice.request('message.send', send);
    await allReceive(fixture.allExcept(bobDevice), 'message.dispatch');
    const second = await bobDevice.request('message.send', send);
    expect(second).toMatchObject({ data: first.data, meta: { duplicate: true } });
  });

  it('are removed with the message', async () => {
    const { alice, bobDevice } = fixture;
    const message = await sent({ ...mentioning(alice), mention_room: true });
    const database = await connected(parley.serviceData);
    const count = async (): Promise<number | null> =>
      (await database.query('SELECT FROM mentions WHERE message_id = $1', [message.id])).rowCount;
    expect(await count()).toBe(2);
    await bobDevice.request('message.modify', { action: 'delete', message_id: message.id });
    await allReceive(fixture.allExcept(bobDevice), 'messagemodification.dispatch');
    expect(await count()).toBe(0);
    await database.end();
  });
});

describe('a mention of the whole room', () => {
  it('is for every member of a small GroupChat, and for the admins of a larger one', async () => {
    const { phone, laptop, bobDevice, carolDevice, outsiderDevice, room } = fixture;
    await expect(sent({ mention_room: true })).resolves.toMatchObject({ mentions: [], mention_room: true });
    const { data: own } = await outsiderDevice.request('user.update', {});
    await phone.request('room.add_members', { room_id: room.id, members: [own.user.id] });
    await allReceive([laptop, bobDevice, carolDevice, outsiderDevice], 'roomaddmembers.dispatch');
    await expect(refused({ mention_room: true })).resolves.toMatchObject({ code: 4002 });
    const { data } = await phone.request('message.send', {
      room_id: room.id,
      content: 'all',
      extra_fields: { mention_room: true },
    });
    expect(data.mention_room).toBe(true);
    await allReceive([laptop, bobDevice, carolDevice, outsiderDevice], 'message.dispatch');
  });

  it('is for the moderators of a Channel', async () => {
    const { bob, phone, laptop, bobDevice } = fixture;
    const { data } = await phone.request('room.create', { type: 'Channel', name: 'News', subscribers: [bob.id] });
    const channel = data as Channel;
    await allReceive([laptop, bobDevice], 'roomcreate.dispatch');
    const permission = { users: [bob.id], permission: ['can_send_messages'] };
    await phone.request('room.modify', { room_id: channel.id, action: 'add_permission', data: permission });
    await allReceive([laptop, bobDevice], 'roomupdate.dispatch');
    await expect(refused({ mention_room: true }, bobDevice, channel)).resolves.toMatchObject({ code: 4002 });
    await send(phone, channel);
    await allReceive([laptop, bobDevice], 'message.dispatch');
  });

  it('is for both users of a OneToOneChat, as mentions of the other are while that one has deleted the chat', async () => {
    const { bob, carol, bobDevice, carolDevice } = fixture;
    const { data: chat } = await bobDevice.request('room.create', { type: 'OneToOneChat', participants: [carol.id] });
    await carolDevice.receive('roomcreate.dispatch');
    await send(bobDevice, chat);
    await carolDevice.receive('message.dispatch');
    await carolDevice.request('room.modify', { room_id: chat.id, action: 'delete' });
    const extra_fields = { ...mentioning(carol, bob), mention_room: true };
    const { data } = await bobDevice.request('message.send', { room_id: chat.id, content: 'x', extra_fields });
    expect(data).toMatchObject({ mentions: people(bob, carol), mention_room: true });
    await carolDevice.receive('message.dispatch');
    await fixture.drain();
  });
});

const send = (device: ChatClient, { id }: Pick<Room, 'id'>) =>
  device.request('message.send', { room_id: id, content: 'x', extra_fields: { mention_room: true } });
