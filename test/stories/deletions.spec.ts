import { randomUUID } from 'node:crypto';

import type { Message } from '@parley/protocol';

import { Circle } from '../support/circle.js';
import { people } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { allHear, historyOf, says } from '../support/talk.js';

const MOST_IDS = 5;

let parley: Service;
let circle: Circle;

beforeAll(async () => {
  parley = await sharedService('lowBounds');
  circle = await Circle.on(parley);
});

beforeEach(() => circle.meets());
/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  await expect(circle.rest()).resolves.toEqual([]);
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
    const { phone, bobs, carols, room } = circle;
    const [kept, message] = [await circle.said(phone, 'one'), await circle.said(bobs, 'two')];
    const own = await bobs.ask('message.modify', { action: 'delete', message_id: message.id.toUpperCase() });
    expect(own).toEqual({
      eventType: 'messagemodification.dispatch',
      room_id: room.id,
      seq: message.seq + 1,
      request_id: own.request_id,
      data: { status: 'successful', action: 'delete', message_ids: [message.id] },
    });
    const heard = await allHear(circle.but(bobs), 'messagemodification.dispatch');
    expect({ ...heard, request_id: own.request_id }).toEqual(own);
    await expect(historyOf(carols, room)).resolves.toEqual([kept]);
    for (const request of [deletion(message), edit(message, 'back')]) {
      await expect(bobs.isRefused('message.modify', request)).resolves.toMatchObject({ code: 4004 });
    }
  });

  it('takes one sequence number for several messages', async () => {
    const { phone, bobs, room } = circle;
    const messages = [await circle.said(bobs, '1'), await circle.said(bobs, '2'), await circle.said(bobs, '3')];
    const { seq, data } = await bobs.ask('message.modify', deletion(...messages.toReversed(), messages[1]!));
    expect(seq).toBe(messages[2]!.seq + 1);
    expect(data).toMatchObject({ message_ids: messages.map(({ id }) => id).reverse() });
    await allHear(circle.but(bobs), 'messagemodification.dispatch');
    await expect(historyOf(bobs, room)).resolves.toEqual([]);
    expect((await circle.said(phone, 'next')).seq).toBe(messages[2]!.seq + 2);
  });

  it('is allowed to the sender and to leaders of a group; one forbidden message refuses the whole list', async () => {
    const { phone, laptop, bobs, carols, room } = circle;
    const [alices, bobsOwn] = [await circle.said(phone, 'of Alice'), await circle.said(bobs, 'of Bob')];
    for (const device of [bobs, carols]) {
      const refused = await device.isRefused('message.modify', deletion(bobsOwn, alices));
      expect(refused).toMatchObject({ code: 4002 });
    }
    await expect(historyOf(bobs, room)).resolves.toEqual([bobsOwn, alices]);
    await laptop.ask('message.modify', deletion(bobsOwn, alices));
    await allHear(circle.but(laptop), 'messagemodification.dispatch');
    await expect(historyOf(bobs, room)).resolves.toEqual([]);
  });

  it('is allowed to moderators in a Channel, and only to the sender in a OneToOneChat', async () => {
    const { phone, laptop, bobs, bob } = circle;
    const { data: channel } = await phone.ask('room.create', { type: 'Channel', name: 'News', subscribers: [bob.id] });
    const { data: chat } = await phone.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    await Promise.all([laptop, laptop, bobs, bobs].map((device) => device.hears('roomcreate.dispatch')));
    const messages = [await says(phone, channel, 'news'), await says(phone, chat, 'hi')];
    await Promise.all([laptop, laptop, bobs, bobs].map((device) => device.hears('message.dispatch')));
    for (const message of messages) {
      await expect(bobs.isRefused('message.modify', deletion(message))).resolves.toMatchObject({ code: 4002 });
      await phone.ask('message.modify', deletion(message));
      await allHear([laptop, bobs], 'messagemodification.dispatch');
    }
    const back = await says(bobs, chat, 'hello');
    await allHear([phone, laptop], 'message.dispatch');
    await expect(phone.isRefused('message.modify', deletion(back))).resolves.toMatchObject({ code: 4002 });
  });

  it('requires existing messages of one room of the requester; otherwise nothing is deleted', async () => {
    const { phone, laptop, bobs, strangers, room } = circle;
    const message = await circle.said(phone, 'here');
    const { data: elsewhere } = await phone.ask('room.create', { type: 'GroupChat', name: 'Elsewhere' });
    await laptop.hears('roomcreate.dispatch');
    const other = await says(phone, elsewhere, 'there');
    await laptop.hears('message.dispatch');

    const unknown = await phone.isRefused('message.modify', deletion(message, { id: randomUUID() }));
    expect(unknown).toMatchObject({ code: 4004 });
    for (const [device, ...messages] of [
      [bobs, message, other],
      [strangers, message],
      [strangers, other],
    ] as const) {
      const foreign = await device.isRefused('message.modify', deletion(...messages));
      expect(foreign).toMatchObject({ code: 4004, detail: unknown.detail });
    }
    const mixed = await phone.isRefused('message.modify', deletion(message, other));
    expect(mixed).toMatchObject({ code: 4003, detail: { message_id: [expect.any(String)] } });
    await expect(historyOf(phone, room)).resolves.toEqual([message]);
    await expect(historyOf(phone, elsewhere)).resolves.toEqual([other]);
  });

  it('accepts at least one message, and no more than the limit', async () => {
    const { bobs, room } = circle;
    const messages = [];
    for (let count = 0; count <= MOST_IDS; count += 1) messages.push(await circle.said(bobs, String(count)));
    for (const message_id of [messages.map(({ id }) => id), [], undefined, null, 7, '', 'x', [7], ['x'], {}]) {
      const refused = await bobs.isRefused('message.modify', { action: 'delete', message_id });
      expect(refused).toMatchObject({ code: 4003, detail: { message_id: [expect.any(String)] } });
    }
    await bobs.ask('message.modify', deletion(...messages.slice(1)));
    await allHear(circle.but(bobs), 'messagemodification.dispatch');
    await expect(historyOf(bobs, room)).resolves.toEqual([messages[0]]);
  });

  it('removes the message from its replies and forwards', async () => {
    const { phone, bobs, carols, room } = circle;
    const message = await circle.said(bobs, 'a secret');
    const reply = await circle.said(phone, 'what?', { parent_message_id: message.id });
    const forward = await circle.said(phone, 'look', { forwarded_from_id: message.id });
    await bobs.ask('message.modify', deletion(message));
    await allHear(circle.but(bobs), 'messagemodification.dispatch');
    await expect(historyOf(carols, room)).resolves.toEqual([
      { ...forward, forwarded_from: null },
      { ...reply, parent_message: null },
    ]);
    const { data: rooms } = await carols.ask('room.list', {});
    expect(rooms.find(({ id }) => id === room.id)?.last_message).toEqual({ ...forward, forwarded_from: null });
    for (const left of [reply, forward]) {
      await phone.ask('message.modify', edit(left, 'never mind'));
      const { data } = await allHear(circle.but(phone), 'messagemodification.dispatch');
      expect(data).toMatchObject({ message: { id: left.id, parent_message: null, forwarded_from: null } });
    }
  });

  it('removes the pending notifications of members who are away', async () => {
    const { bobs } = circle;
    const { erin } = await people(parley, 'erin');
    const { data: chat } = await bobs.ask('room.create', { type: 'OneToOneChat', participants: [erin.id] });
    const [kept, message] = [await says(bobs, chat, 'stays'), await says(bobs, chat, 'goes')];
    const about = { room_id: chat.id, content: 'about it', extra_fields: { parent_message_id: message.id } };
    const { data: reply } = await bobs.ask('message.send', about);
    await bobs.ask('message.modify', deletion(message));
    const device = await erin.connects();
    const { data, meta } = await device.hears('chat.notifications');
    const waiting = data[chat.id]?.map((notification) => notification.message);
    expect(waiting).toEqual([kept, { ...reply, parent_message: null }]);
    expect(meta).toMatchObject({ total: 2, unread: { [chat.id]: 2 } });
    await device.leaves();
  });

  it('happens once if the same messages are deleted concurrently, in any order', async () => {
    const { phone, bobs } = circle;
    for (let round = 0; round < 10; round += 1) {
      const messages = [await circle.said(bobs, '1'), await circle.said(bobs, '2'), await circle.said(bobs, '3')];
      const asked = [
        bobs.asks('message.modify', deletion(...messages)),
        phone.asks('message.modify', deletion(...messages.toReversed())),
      ];
      const answers = await Promise.all([bobs.answered(asked[0]!), phone.answered(asked[1]!)]);
      expect(answers.map(({ seq, error }) => seq ?? error?.code).sort()).toEqual([messages[2]!.seq + 1, 4004].sort());
      const winner = answers[0].seq === undefined ? phone : bobs;
      await allHear(circle.but(winner), 'messagemodification.dispatch');
    }
  });
});
