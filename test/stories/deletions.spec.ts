import { randomUUID } from 'node:crypto';

import type { Message } from '@parley/protocol';

import { GroupFixture } from '../support/group-fixture.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allReceive, historyOf, sendMessage } from '../support/messaging.js';

const MOST_IDS = 5;

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

const deletion = (...messages: Pick<Message, 'id'>[]): object => ({
  action: 'delete',
  message_id: messages.map(({ id }) => id),
});
const edit = (message: Pick<Message, 'id'>, content: unknown): object => ({
  action: 'update',
  message_id: message.id,
  extra_fields: { content },
});

describe('deleting messages', () => {
  it("is dispatched to every device in the room, the sender's too, and removes the message", async () => {
    const { phone, bobDevice, carolDevice, room } = fixture;
    const [kept, message] = [
      await fixture.sendAndDeliver(phone, 'one'),
      await fixture.sendAndDeliver(bobDevice, 'two'),
    ];
    const own = await bobDevice.request('message.modify', { action: 'delete', message_id: message.id.toUpperCase() });
    expect(own).toEqual({
      eventType: 'messagemodification.dispatch',
      room_id: room.id,
      seq: message.seq + 1,
      request_id: own.request_id,
      data: { status: 'successful', action: 'delete', message_ids: [message.id] },
    });
    const received = await allReceive(fixture.allExcept(bobDevice), 'messagemodification.dispatch');
    expect({ ...received, request_id: own.request_id }).toEqual(own);
    await expect(historyOf(carolDevice, room)).resolves.toEqual([kept]);
    for (const request of [deletion(message), edit(message, 'back')]) {
      await expect(bobDevice.expectRefused('message.modify', request)).resolves.toMatchObject({ code: 4004 });
    }
  });

  it('takes one sequence number for several messages', async () => {
    const { phone, bobDevice, room } = fixture;
    const messages = [
      await fixture.sendAndDeliver(bobDevice, '1'),
      await fixture.sendAndDeliver(bobDevice, '2'),
      await fixture.sendAndDeliver(bobDevice, '3'),
    ];
    const { seq, data } = await bobDevice.request('message.modify', deletion(...messages.toReversed(), messages[1]!));
    expect(seq).toBe(messages[2]!.seq + 1);
    expect(data).toMatchObject({ message_ids: messages.map(({ id }) => id).reverse() });
    await allReceive(fixture.allExcept(bobDevice), 'messagemodification.dispatch');
    await expect(historyOf(bobDevice, room)).resolves.toEqual([]);
    expect((await fixture.sendAndDeliver(phone, 'next')).seq).toBe(messages[2]!.seq + 2);
  });

  it('is allowed to the sender and to leaders of a group; one forbidden message refuses the whole list', async () => {
    const { phone, laptop, bobDevice, carolDevice, room } = fixture;
    const [alices, bobsOwn] = [
      await fixture.sendAndDeliver(phone, 'of Alice'),
      await fixture.sendAndDeliver(bobDevice, 'of Bob'),
    ];
    for (const device of [bobDevice, carolDevice]) {
      const refused = await device.expectRefused('message.modify', deletion(bobsOwn, alices));
      expect(refused).toMatchObject({ code: 4002 });
    }
    await expect(historyOf(bobDevice, room)).resolves.toEqual([bobsOwn, alices]);
    await laptop.request('message.modify', deletion(bobsOwn, alices));
    await allReceive(fixture.allExcept(laptop), 'messagemodification.dispatch');
    await expect(historyOf(bobDevice, room)).resolves.toEqual([]);
  });

  it('is allowed to moderators in a Channel, and only to the sender in a OneToOneChat', async () => {
    const { phone, laptop, bobDevice, bob } = fixture;
    const { data: channel } = await phone.request('room.create', {
      type: 'Channel',
      name: 'News',
      subscribers: [bob.id],
    });
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await Promise.all([laptop, laptop, bobDevice, bobDevice].map((device) => device.receive('roomcreate.dispatch')));
    const messages = [await sendMessage(phone, channel, 'news'), await sendMessage(phone, chat, 'hi')];
    await Promise.all([laptop, laptop, bobDevice, bobDevice].map((device) => device.receive('message.dispatch')));
    for (const message of messages) {
      await expect(bobDevice.expectRefused('message.modify', deletion(message))).resolves.toMatchObject({ code: 4002 });
      await phone.request('message.modify', deletion(message));
      await allReceive([laptop, bobDevice], 'messagemodification.dispatch');
    }
    const back = await sendMessage(bobDevice, chat, 'hello');
    await allReceive([phone, laptop], 'message.dispatch');
    await expect(phone.expectRefused('message.modify', deletion(back))).resolves.toMatchObject({ code: 4002 });
  });

  it('requires existing messages of one room of the requester; otherwise nothing is deleted', async () => {
    const { phone, laptop, bobDevice, outsiderDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(phone, 'here');
    const { data: elsewhere } = await phone.request('room.create', { type: 'GroupChat', name: 'Elsewhere' });
    await laptop.receive('roomcreate.dispatch');
    const other = await sendMessage(phone, elsewhere, 'there');
    await laptop.receive('message.dispatch');

    const unknown = await phone.expectRefused('message.modify', deletion(message, { id: randomUUID() }));
    expect(unknown).toMatchObject({ code: 4004 });
    for (const [device, ...messages] of [
      [bobDevice, message, other],
      [outsiderDevice, message],
      [outsiderDevice, other],
    ] as const) {
      const foreign = await device.expectRefused('message.modify', deletion(...messages));
      expect(foreign).toMatchObject({ code: 4004, detail: unknown.detail });
    }
    const mixed = await phone.expectRefused('message.modify', deletion(message, other));
    expect(mixed).toMatchObject({ code: 4003, detail: { message_id: [expect.any(String)] } });
    await expect(historyOf(phone, room)).resolves.toEqual([message]);
    await expect(historyOf(phone, elsewhere)).resolves.toEqual([other]);
  });

  it('accepts at least one message, and no more than the limit', async () => {
    const { bobDevice, room } = fixture;
    const messages = [];
    for (let count = 0; count <= MOST_IDS; count += 1)
      messages.push(await fixture.sendAndDeliver(bobDevice, String(count)));
    for (const message_id of [messages.map(({ id }) => id), [], undefined, null, 7, '', 'x', [7], ['x'], {}]) {
      const refused = await bobDevice.expectRefused('message.modify', { action: 'delete', message_id });
      expect(refused).toMatchObject({ code: 4003, detail: { message_id: [expect.any(String)] } });
    }
    await bobDevice.request('message.modify', deletion(...messages.slice(1)));
    await allReceive(fixture.allExcept(bobDevice), 'messagemodification.dispatch');
    await expect(historyOf(bobDevice, room)).resolves.toEqual([messages[0]]);
  });

  it('removes the message from its replies and forwards', async () => {
    const { phone, bobDevice, carolDevice, room } = fixture;
    const message = await fixture.sendAndDeliver(bobDevice, 'a secret');
    const reply = await fixture.sendAndDeliver(phone, 'what?', { parent_message_id: message.id });
    const forward = await fixture.sendAndDeliver(phone, 'look', { forwarded_from_id: message.id });
    await bobDevice.request('message.modify', deletion(message));
    await allReceive(fixture.allExcept(bobDevice), 'messagemodification.dispatch');
    await expect(historyOf(carolDevice, room)).resolves.toEqual([
      { ...forward, forwarded_from: null },
      { ...reply, parent_message: null },
    ]);
    const { data: rooms } = await carolDevice.request('room.list', {});
    expect(rooms.find(({ id }) => id === room.id)?.last_message).toEqual({ ...forward, forwarded_from: null });
    for (const left of [reply, forward]) {
      await phone.request('message.modify', edit(left, 'never mind'));
      const { data } = await allReceive(fixture.allExcept(phone), 'messagemodification.dispatch');
      expect(data).toMatchObject({ message: { id: left.id, parent_message: null, forwarded_from: null } });
    }
  });

  it('removes the pending notifications of members who are away', async () => {
    const { bobDevice } = fixture;
    const { erin } = await users(parley, 'erin');
    const { data: chat } = await bobDevice.request('room.create', { type: 'OneToOneChat', participants: [erin.id] });
    const [kept, message] = [await sendMessage(bobDevice, chat, 'stays'), await sendMessage(bobDevice, chat, 'goes')];
    const about = { room_id: chat.id, content: 'about it', extra_fields: { parent_message_id: message.id } };
    const { data: reply } = await bobDevice.request('message.send', about);
    await bobDevice.request('message.modify', deletion(message));
    const device = await erin.open();
    const { data, meta } = await device.receive('chat.notifications');
    const waiting = data[chat.id]?.map((notification) => notification.message);
    expect(waiting).toEqual([kept, { ...reply, parent_message: null }]);
    expect(meta).toMatchObject({ total: 2, unread: { [chat.id]: 2 } });
    await device.close();
  });

  it('happens once if the same messages are deleted concurrently, in any order', async () => {
    const { phone, bobDevice } = fixture;
    for (let round = 0; round < 10; round += 1) {
      const messages = [
        await fixture.sendAndDeliver(bobDevice, '1'),
        await fixture.sendAndDeliver(bobDevice, '2'),
        await fixture.sendAndDeliver(bobDevice, '3'),
      ];
      const requested = [
        bobDevice.sendRequest('message.modify', deletion(...messages)),
        phone.sendRequest('message.modify', deletion(...messages.toReversed())),
      ];
      const answers = await Promise.all([bobDevice.response(requested[0]!), phone.response(requested[1]!)]);
      expect(answers.map(({ seq, error }) => seq ?? error?.code).sort()).toEqual([messages[2]!.seq + 1, 4004].sort());
      const winner = answers[0].seq === undefined ? phone : bobDevice;
      await allReceive(fixture.allExcept(winner), 'messagemodification.dispatch');
    }
  });
});
