import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { Service } from '../support/service.js';
import { says } from '../support/talk.js';

let parley: Service;
let alice: Person;
let bob: Person;
let alices: ChatClient;
let bobs: ChatClient;

beforeAll(async () => {
  parley = await Service.start({ MAX_NOTIFICATIONS_PER_ROOM: '1000', MAX_NOTIFICATIONS: '1000' });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  ({ alice, bob } = await people(parley, 'alice', 'bob'));
  [alices, bobs] = await Promise.all([alice.arrives(), bob.arrives()]);
});
afterEach(() => Promise.all([alices.leaves(), bobs.leaves()]));

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('a client that connects while others send', () => {
  it('receives every message that its first frame does not contain, in order, without duplicates', async () => {
    const said = 400;
    const { data: room } = await alices.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const devices: Promise<ChatClient>[] = [];
    for (const number of numbers(1, said)) {
      alices.asks('message.send', { room_id: room.id, content: String(number) });
      if (number % 20 === 0) {
        devices.push(bob.connects());
        await alices.hears('message.dispatch');
      }
    }
    await alices.hears('message.dispatch', ({ data }) => data.content === String(said));
    for (const device of await Promise.all(devices)) {
      const [first, ...others] = await device.rest();
      expect(first?.eventType).toBe('chat.notifications');
      const pending = Object.values(first?.data as Record<string, { message: Message }[]>).flat();
      const held = pending.map(({ message }) => Number(message.content));
      const live = others.map(({ data }) => Number((data as Message).content));
      expect(held).toEqual(numbers(1, held.length));
      expect(live).toEqual(numbers(held.length + 1, said));
      await device.leaves();
    }
  });

  it('can use every room that is created while it connects', async () => {
    const made = 60;
    const asks = (name: string): string =>
      bobs.asks('room.create', { type: 'GroupChat', name, participants: [alice.id] });
    const devices: Promise<ChatClient>[] = [];
    for (const number of numbers(1, made)) {
      asks(String(number));
      if (number % 4 === 0) {
        devices.push(alice.arrives());
        await bobs.hears('roomcreate.dispatch');
      }
    }
    const rooms: Room[] = [];
    while (rooms.length < made) rooms.push((await alices.hears('roomcreate.dispatch')).data);
    const arrived = await Promise.all(devices);
    for (const room of rooms) await says(bobs, room, 'hello');
    for (const device of [alices, ...arrived]) {
      for (const { id } of rooms) await device.hears('message.dispatch', ({ room_id }) => room_id === id);
    }
    for (const device of arrived) await device.leaves();
  });
});
