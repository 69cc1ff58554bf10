import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../../support/chat-client.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';
import { sendMessage } from '../../support/messaging.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let aliceDevice: ChatClient;
let bobDevice: ChatClient;

beforeAll(async () => {
  parley = await Service.start({ MAX_NOTIFICATIONS_PER_ROOM: '1000', MAX_NOTIFICATIONS: '1000' });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  [aliceDevice, bobDevice] = await Promise.all([alice.connect(), bob.connect()]);
});
afterEach(() => Promise.all([aliceDevice.close(), bobDevice.close()]));

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('a client that connects while others send', () => {
  it('receives every message that its first frame does not contain, in order, without duplicates', async () => {
    const sent = 400;
    const { data: room } = await aliceDevice.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const devices: Promise<ChatClient>[] = [];
    for (const number of numbers(1, sent)) {
      aliceDevice.sendRequest('message.send', { room_id: room.id, content: String(number) });
      if (number % 20 === 0) {
        devices.push(bob.open());
        await aliceDevice.receive('message.dispatch');
      }
    }
    await aliceDevice.receive('message.dispatch', ({ data }) => data.content === String(sent));
    for (const device of await Promise.all(devices)) {
      const [first, ...others] = await device.drain();
      expect(first?.eventType).toBe('chat.notifications');
      const pending = Object.values(first?.data as Record<string, { message: Message }[]>).flat();
      const held = pending.map(({ message }) => Number(message.content));
      // The presence of Alice may arrive a moment later too.
      const messages = others.filter(({ eventType }) => eventType === 'message.dispatch');
      const live = messages.map(({ data }) => Number((data as Message).content));
      expect(held).toEqual(numbers(1, held.length));
      expect(live).toEqual(numbers(held.length + 1, sent));
      await device.close();
    }
  });

  it('can use every room that is created while it connects', async () => {
    const made = 60;
    const request = (name: string): string =>
      bobDevice.sendRequest('room.create', { type: 'GroupChat', name, participants: [alice.id] });
    const devices: Promise<ChatClient>[] = [];
    for (const number of numbers(1, made)) {
      request(String(number));
      if (number % 4 === 0) {
        devices.push(alice.connect());
        await bobDevice.receive('roomcreate.dispatch');
      }
    }
    const rooms: Room[] = [];
    while (rooms.length < made) rooms.push((await aliceDevice.receive('roomcreate.dispatch')).data);
    const arrived = await Promise.all(devices);
    for (const room of rooms) await sendMessage(bobDevice, room, 'hello');
    for (const device of [aliceDevice, ...arrived]) {
      for (const { id } of rooms) await device.receive('message.dispatch', ({ room_id }) => room_id === id);
    }
    for (const device of arrived) await device.close();
  });
});
