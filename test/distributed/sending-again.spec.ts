import { randomUUID } from 'node:crypto';

import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

let parley: Service;
let phone: ChatClient;
let laptop: ChatClient;
let bobDevice: ChatClient;
let carolDevice: ChatClient;
/** The room of Alice, who created it and has a phone and a laptop, Bob and Carol. */
let room: GroupChat;

beforeAll(async () => {
  parley = await sharedService();
  const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
  phone = await alice.connect();
  laptop = await alice.connect();
  const others = await Promise.all([connectMember(bob), connectMember(carol)]);
  [bobDevice, carolDevice] = [others[0].device, others[1].device];
  room = await createGroup(phone, others);
  await laptop.receive('roomcreate.dispatch');
});

/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  for (const device of [phone, laptop, bobDevice, carolDevice]) await expect(device.drain()).resolves.toEqual([]);
});

describe('a client_message_id', () => {
  const receivedOnce = async (devices: ChatClient[], id: string): Promise<void> => {
    for (const device of devices) {
      await expect(device.receive('message.dispatch')).resolves.toMatchObject({ data: { client_message_id: id } });
    }
  };

  it('makes a send safe to repeat: only the requester receives the first message, as a duplicate', async () => {
    const [client_message_id, again] = [randomUUID(), { content: 'and now for something else' }];
    const send = { room_id: room.id, content: 'once', client_message_id };
    const { data: message, ...first } = await phone.request('message.send', send);
    expect(first).not.toHaveProperty('meta');
    await receivedOnce([laptop, bobDevice, carolDevice], client_message_id);
    for (const device of [phone, laptop]) {
      const second = await device.request('message.send', { ...send, ...again });
      expect(second).toMatchObject({ data: message, meta: { duplicate: true } });
    }
    await sendMessage(phone, room, 'next');
    for (const device of [laptop, bobDevice, carolDevice]) {
      await expect(device.receive('message.dispatch')).resolves.toMatchObject({ seq: message.seq + 1 });
    }
  });

  it('stores one message if two sends are concurrent, on one device or on two', async () => {
    for (const [one, other] of [
      [phone, phone],
      [phone, laptop],
    ] as const) {
      const client_message_id = randomUUID();
      const send = { room_id: room.id, content: 'twice', client_message_id };
      const answers = await Promise.all([one.request('message.send', send), other.request('message.send', send)]);
      expect(answers[0].data.id).toBe(answers[1].data.id);
      expect(answers.map(({ meta }) => meta?.duplicate === true).sort()).toEqual([false, true]);
      const first = answers[0].meta ? other : one;
      await expect(first.drain()).resolves.toEqual([]);
      await receivedOnce(
        [phone, laptop, bobDevice, carolDevice].filter((device) => device !== first),
        client_message_id,
      );
    }
  });

  it('may be equal to that of another sender', async () => {
    const client_message_id = randomUUID();
    const send = { room_id: room.id, content: 'mine', client_message_id };
    const [one, other] = await Promise.all([
      phone.request('message.send', send),
      bobDevice.request('message.send', send),
    ]);
    expect(one.data.id).not.toBe(other.data.id);
    await receivedOnce([laptop, laptop, carolDevice, carolDevice, phone, bobDevice], client_message_id);
  });

  it('is refused if it is no UUID', async () => {
    for (const client_message_id of ['', 'mine', 7, {}, `${randomUUID()}0`]) {
      const refused = await phone.expectRefused('message.send', { room_id: room.id, content: 'x', client_message_id });
      expect(refused).toMatchObject({ code: 4003, detail: { client_message_id: [expect.any(String)] } });
    }
  });

  it('is another message in a second room', async () => {
    const client_message_id = randomUUID();
    const { data: other } = await phone.request('room.create', { type: 'GroupChat', name: 'Other' });
    await laptop.receive('roomcreate.dispatch');
    const { data: there } = await phone.request('message.send', { room_id: other.id, content: 'x', client_message_id });
    await laptop.receive('message.dispatch');
    const { data: here } = await phone.request('message.send', { room_id: room.id, content: 'x', client_message_id });
    expect(here.id).not.toBe(there.id);
    await receivedOnce([laptop, bobDevice, carolDevice], client_message_id);
  });
});
