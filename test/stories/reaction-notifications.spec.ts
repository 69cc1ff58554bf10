import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { snapshotOf } from '../support/first-snapshot.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

let parley: Service;
let alice: TestUser;
let bob: TestUser;
let aliceDevice: ChatClient;
let bobDevice: ChatClient;
let carolDevice: ChatClient;
/** The room of Alice, who created it, Bob and Carol. */
let room: GroupChat;
/** Alice's message in it. */
let message: Message;

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(() => meet());
afterEach(() => Promise.all([aliceDevice, bobDevice, carolDevice].map((device) => device.close())));

/** Connects Alice, Bob and Carol, who share a room with a message. */
async function meet(): Promise<void> {
  const all = await users(parley, 'alice', 'bob', 'carol');
  ({ alice, bob } = all);
  aliceDevice = await alice.connect();
  const others = await Promise.all([connectMember(bob), connectMember(all.carol)]);
  [bobDevice, carolDevice] = [others[0].device, others[1].device];
  room = await createGroup(aliceDevice, others);
  message = await sendMessage(aliceDevice, room, 'we won');
}

const reacts = (device: ChatClient, reaction_content = '🎉', type = 'add'): Promise<unknown> =>
  device.request('message.react', { type, message_id: message.id, reaction_content });

/** The ids of Alice's pending notifications. */
const waiting = async (): Promise<string[]> => ((await snapshotOf(alice)).data[room.id] ?? []).map(({ id }) => id);

/** The number of Alice's stored notifications. */
async function stored(): Promise<number> {
  const database = await connected(parley.serviceData);
  const { rowCount } = await database.query('SELECT FROM notifications WHERE user_id = $1', [alice.id]);
  await database.end();
  return rowCount ?? 0;
}

describe('the notification of a reaction', () => {
  it('is created for each user who reacted', async () => {
    await reacts(bobDevice);
    await reacts(carolDevice);
    await expect(waiting()).resolves.toHaveLength(2);
    await expect(snapshotOf(bob)).resolves.toMatchObject({
      data: { [room.id]: [{ notification_type: 'NEW_MESSAGE' }] },
    });
  });

  it('is replaced and removed together with its reaction, and with no other', async () => {
    await reacts(carolDevice);
    const [carolsId] = await waiting();
    await reacts(bobDevice);
    const [, first] = await waiting();
    await reacts(bobDevice);
    await expect(waiting()).resolves.toEqual([carolsId, first]);
    await reacts(bobDevice, '👎');
    const [, second] = await waiting();
    expect(second).not.toBe(first);
    await expect(waiting()).resolves.toEqual([carolsId, second]);
    await reacts(bobDevice, '👎', 'remove');
    await expect(waiting()).resolves.toEqual([carolsId]);
  });

  it("is not created for a reaction to the user's own message", async () => {
    await reacts(aliceDevice);
    await expect(waiting()).resolves.toEqual([]);
  });

  it('is not created for a former member, and is removed with the membership', async () => {
    await reacts(carolDevice);
    await aliceDevice.request('room.modify', { room_id: room.id, action: 'add_admin', data: { users: [bob.id] } });
    await aliceDevice.request('room.leave', { room_id: room.id });
    await reacts(bobDevice);
    await bobDevice.request('room.add_members', { room_id: room.id, members: [alice.id] });
    await expect(waiting()).resolves.toEqual([]);
  });

  it('is removed with the account of the user who reacted', async () => {
    await reacts(bobDevice);
    await expect(waiting()).resolves.toHaveLength(1);
    await parley.parley('users', 'delete', bob.username, '--yes');
    await expect(waiting()).resolves.toEqual([]);
  });
});

describe('with ENABLE_NOTIFICATION=false', () => {
  it('a reaction creates no notification', async () => {
    await reacts(bobDevice);
    await expect(stored()).resolves.toBe(1);
    parley = await sharedService('withoutNotifications');
    await meet();
    await reacts(bobDevice);
    await expect(stored()).resolves.toBe(0);
  });
});
