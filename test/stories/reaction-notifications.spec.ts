import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { greeting } from '../support/greeting.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { Service } from '../support/service.js';
import { groupOf, onADevice, says } from '../support/talk.js';

let parley: Service;
let alice: Person;
let bob: Person;
let alices: ChatClient;
let bobs: ChatClient;
let carols: ChatClient;
/** The room of Alice, who created it, Bob and Carol. */
let room: GroupChat;
/** Alice's message in it. */
let message: Message;

beforeAll(async () => {
  parley = await Service.start();
});
afterAll(() => parley.stop());

beforeEach(async () => {
  const all = await people(parley, 'alice', 'bob', 'carol');
  ({ alice, bob } = all);
  alices = await alice.arrives();
  const others = await Promise.all([onADevice(bob), onADevice(all.carol)]);
  [bobs, carols] = [others[0].device, others[1].device];
  room = await groupOf(alices, others);
  message = await says(alices, room, 'we won');
});
afterEach(() => Promise.all([alices, bobs, carols].map((device) => device.leaves())));

const reacts = (device: ChatClient, reaction_content = '🎉', type = 'add'): Promise<unknown> =>
  device.ask('message.react', { type, message_id: message.id, reaction_content });

/** The ids of Alice's pending notifications. */
const waiting = async (): Promise<string[]> => ((await greeting(alice)).data[room.id] ?? []).map(({ id }) => id);

describe('the notification of a reaction', () => {
  it('is created for each user who reacted', async () => {
    await reacts(bobs);
    await reacts(carols);
    await expect(waiting()).resolves.toHaveLength(2);
    await expect(greeting(bob)).resolves.toMatchObject({ data: { [room.id]: [{ notification_type: 'NEW_MESSAGE' }] } });
  });

  it('is replaced and removed together with its reaction, and with no other', async () => {
    await reacts(carols);
    const [carolsId] = await waiting();
    await reacts(bobs);
    const [, first] = await waiting();
    await reacts(bobs);
    await expect(waiting()).resolves.toEqual([carolsId, first]);
    await reacts(bobs, '👎');
    const [, second] = await waiting();
    expect(second).not.toBe(first);
    await expect(waiting()).resolves.toEqual([carolsId, second]);
    await reacts(bobs, '👎', 'remove');
    await expect(waiting()).resolves.toEqual([carolsId]);
  });

  it("is not created for a reaction to the user's own message", async () => {
    await reacts(alices);
    await expect(waiting()).resolves.toEqual([]);
  });

  it('is not created for a former member, and is removed with the membership', async () => {
    await reacts(carols);
    await alices.ask('room.modify', { room_id: room.id, action: 'add_admin', data: { users: [bob.id] } });
    await alices.ask('room.leave', { room_id: room.id });
    await reacts(bobs);
    await bobs.ask('room.add_members', { room_id: room.id, members: [alice.id] });
    await expect(waiting()).resolves.toEqual([]);
  });

  it('is removed with the account of the user who reacted', async () => {
    await reacts(bobs);
    await expect(waiting()).resolves.toHaveLength(1);
    await parley.parley('users', 'delete', bob.username);
    await expect(waiting()).resolves.toEqual([]);
  });
});

describe('with ENABLE_NOTIFICATION=false', () => {
  it('a reaction creates no notification', async () => {
    await parley.restart('SIGTERM', { ENABLE_NOTIFICATION: 'false' });
    const device = await bob.arrives();
    await reacts(device);
    await parley.restart('SIGTERM', { ENABLE_NOTIFICATION: 'true' });
    await expect(waiting()).resolves.toEqual([]);
  });
});
