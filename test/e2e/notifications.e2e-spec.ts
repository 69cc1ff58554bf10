import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { Service } from '../support/service.js';
import { A_TIME, AN_ID, says } from '../support/talk.js';

let parley: Service;
let alice: Person;
let bob: Person;
let alices: ChatClient;
let room: Room;

beforeAll(async () => {
  parley = await Service.start({ MAX_NOTIFICATIONS_PER_ROOM: '5', MAX_NOTIFICATIONS: '8' });
});
afterAll(() => parley.stop());

beforeEach(async () => {
  ({ alice, bob } = await people(parley, 'alice', 'bob'));
  alices = await alice.arrives();
  ({ data: room } = await alices.ask('room.create', { type: 'OneToOneChat', participants: [bob.id] }));
});
afterEach(() => alices.leaves());

const saysMany = async (count: number, where: Room = room): Promise<Message[]> => {
  const messages: Message[] = [];
  for (let at = 1; at <= count; at += 1) messages.push(await says(alices, where, `message ${String(at)}`));
  return messages;
};

describe('chat.notifications', () => {
  it('is the first frame, and holds what was said meanwhile', async () => {
    const messages = await saysMany(3);
    const device = await bob.connects();
    const [first, ...others] = await device.rest();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      eventType: 'chat.notifications',
      data: {
        [room.id]: messages.map((message) => ({
          id: AN_ID,
          notification_type: 'NEW_MESSAGE',
          message,
          created_at: A_TIME,
        })),
      },
      meta: { total: 3, truncated: false, unread: { [room.id]: 3 } },
    });
    await device.leaves();
  });

  it('waits until it is acknowledged, on every device', async () => {
    await saysMany(1);
    for (let times = 0; times < 2; times += 1) {
      const device = await bob.connects();
      const { meta } = await device.hears('chat.notifications');
      expect(meta).toMatchObject({ total: 1 });
      await device.leaves();
    }
  });

  it("does not hold one's own messages", async () => {
    await saysMany(2);
    const device = await alice.connects();
    await expect(device.hears('chat.notifications')).resolves.toMatchObject({
      data: {},
      meta: { total: 0, unread: {} },
    });
    await device.leaves();
  });

  it('holds the newest of each room as far as the limit goes, and counts all', async () => {
    const messages = await saysMany(6);
    const device = await bob.connects();
    const { data, meta } = await device.hears('chat.notifications');
    expect(data[room.id]?.map(({ message }) => message)).toEqual(messages.slice(1));
    expect(meta).toMatchObject({ total: 6, truncated: true, unread: { [room.id]: 6 } });
    await device.leaves();
  });

  it('holds the newest of all rooms as far as that limit goes, and counts all', async () => {
    const { data: other } = await alices.ask('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] });
    const [before, after] = [await saysMany(5), await saysMany(5, other)];
    const device = await bob.connects();
    const { data, meta } = await device.hears('chat.notifications');
    expect(data[room.id]?.map(({ message }) => message)).toEqual(before.slice(2));
    expect(data[other.id]?.map(({ message }) => message)).toEqual(after);
    expect(meta).toMatchObject({ total: 10, truncated: true, unread: { [room.id]: 5, [other.id]: 5 } });
    await device.leaves();
  });
});
