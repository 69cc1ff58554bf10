import { randomUUID } from 'node:crypto';

import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { people } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { groupOf, onADevice, says } from '../support/talk.js';

let parley: Service;
let phone: ChatClient;
let laptop: ChatClient;
let bobs: ChatClient;
let carols: ChatClient;
/** The room of Alice, who created it and has a phone and a laptop, Bob and Carol. */
let room: GroupChat;

beforeAll(async () => {
  parley = await sharedService();
  const { alice, bob, carol } = await people(parley, 'alice', 'bob', 'carol');
  phone = await alice.arrives();
  laptop = await alice.arrives();
  const others = await Promise.all([onADevice(bob), onADevice(carol)]);
  [bobs, carols] = [others[0].device, others[1].device];
  room = await groupOf(phone, others);
  await laptop.hears('roomcreate.dispatch');
});

/** Every device has received what its story expects, and no more. */
afterEach(async () => {
  for (const device of [phone, laptop, bobs, carols]) await expect(device.rest()).resolves.toEqual([]);
});

describe('a client_message_id', () => {
  const heardOnce = async (devices: ChatClient[], id: string): Promise<void> => {
    for (const device of devices) {
      await expect(device.hears('message.dispatch')).resolves.toMatchObject({ data: { client_message_id: id } });
    }
  };

  it('makes a send safe to repeat: only the requester receives the first message, as a duplicate', async () => {
    const [client_message_id, again] = [randomUUID(), { content: 'and now for something else' }];
    const send = { room_id: room.id, content: 'once', client_message_id };
    const { data: message, ...first } = await phone.ask('message.send', send);
    expect(first).not.toHaveProperty('meta');
    await heardOnce([laptop, bobs, carols], client_message_id);
    for (const device of [phone, laptop]) {
      const second = await device.ask('message.send', { ...send, ...again });
      expect(second).toMatchObject({ data: message, meta: { duplicate: true } });
    }
    await says(phone, room, 'next');
    for (const device of [laptop, bobs, carols]) {
      await expect(device.hears('message.dispatch')).resolves.toMatchObject({ seq: message.seq + 1 });
    }
  });

  it('stores one message if two sends are concurrent, on one device or on two', async () => {
    for (const [one, other] of [
      [phone, phone],
      [phone, laptop],
    ] as const) {
      const client_message_id = randomUUID();
      const send = { room_id: room.id, content: 'twice', client_message_id };
      const answers = await Promise.all([one.ask('message.send', send), other.ask('message.send', send)]);
      expect(answers[0].data.id).toBe(answers[1].data.id);
      expect(answers.map(({ meta }) => meta?.duplicate === true).sort()).toEqual([false, true]);
      const first = answers[0].meta ? other : one;
      await expect(first.rest()).resolves.toEqual([]);
      await heardOnce(
        [phone, laptop, bobs, carols].filter((device) => device !== first),
        client_message_id,
      );
    }
  });

  it('may be equal to that of another sender', async () => {
    const client_message_id = randomUUID();
    const send = { room_id: room.id, content: 'mine', client_message_id };
    const [one, other] = await Promise.all([phone.ask('message.send', send), bobs.ask('message.send', send)]);
    expect(one.data.id).not.toBe(other.data.id);
    await heardOnce([laptop, laptop, carols, carols, phone, bobs], client_message_id);
  });

  it('is refused if it is no UUID', async () => {
    for (const client_message_id of ['', 'mine', 7, {}, `${randomUUID()}0`]) {
      const refused = await phone.isRefused('message.send', { room_id: room.id, content: 'x', client_message_id });
      expect(refused).toMatchObject({ code: 4003, detail: { client_message_id: [expect.any(String)] } });
    }
  });

  it('is refused in a second room', async () => {
    const client_message_id = randomUUID();
    const { data: other } = await phone.ask('room.create', { type: 'GroupChat', name: 'Other' });
    await laptop.hears('roomcreate.dispatch');
    await phone.ask('message.send', { room_id: other.id, content: 'x', client_message_id });
    await laptop.hears('message.dispatch');
    const refused = await phone.isRefused('message.send', { room_id: room.id, content: 'x', client_message_id });
    expect(refused).toMatchObject({ code: 4005 });
  });
});
