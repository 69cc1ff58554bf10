import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { listSessions } from '../support/sessions.js';
import { sendMessage } from '../support/messaging.js';

const THRESHOLD = { INACTIVITY_THRESHOLD: '1' };

let service: Service;
let serviceData: ServiceData;
let alice: TestUser;
let bob: TestUser;
/** A device of Alice's, from which nothing has come for longer than the threshold. */
let idle: ChatClient;
let idleId: unknown;
/** Another device of Alice's, in use. */
let laptop: ChatClient;
let bobDevice: ChatClient;

beforeAll(async () => {
  service = await Service.start(THRESHOLD);
  serviceData = { ...service.serviceData, env: { ...service.serviceData.env, ...THRESHOLD } };
});
afterAll(() => service.stop());

beforeEach(async () => {
  ({ alice, bob } = await users(service, 'alice', 'bob'));
  idle = await alice.open();
  idleId = (await idle.receive('chat.notifications')).meta?.session_id;
  [laptop, bobDevice] = [await alice.connect(), await bob.connect()];
  await eventually(isIdle);
});
afterEach(() => Promise.all([idle, laptop, bobDevice].map((device) => device.close())));

const isIdle = async (): Promise<boolean> => {
  const sessions = await listSessions(serviceData, alice.username);
  return sessions.find(({ id }) => id === idleId)?.state === 'inactive';
};

const receiveMessageIn = async (room: Pick<Room, 'id'>): Promise<void> => {
  const { id } = await sendMessage(bobDevice, room, 'can you hear me?');
  for (const device of [idle, laptop]) await device.receive('message.dispatch', ({ data }) => data.id === id);
};

describe('an idle device', () => {
  it.each(['OneToOneChat', 'GroupChat'])(
    'receives a %s that another user creates, or its user on another device',
    async (type) => {
      for (const [maker, other] of [
        [bobDevice, alice],
        [laptop, bob],
      ] as const) {
        const { data: room } = await maker.request('room.create', { type, name: 'x', participants: [other.id] });
        await idle.receive('roomcreate.dispatch', ({ room_id }) => room_id === room.id);
        await receiveMessageIn(room);
        // A OneToOneChat is deleted for one user alone.
        const deleter = type === 'OneToOneChat' ? laptop : maker;
        await deleter.request('room.modify', { room_id: room.id, action: 'delete' });
        await idle.receive('roomdelete.dispatch');
      }
      await expect(isIdle()).resolves.toBe(true);
    },
  );

  it('receives rooms that its user is added to, or joins on another device', async () => {
    const { data: group } = await bobDevice.request('room.create', { type: 'GroupChat', name: 'x' });
    await bobDevice.request('room.add_members', { room_id: group.id, members: [alice.id] });
    const news = { type: 'Channel', name: 'x', extra_fields: { is_public: true } };
    const { data: channel } = await bobDevice.request('room.create', news);
    await laptop.request('room.join', { room_id: channel.id });
    for (const room of [group, channel]) {
      await idle.receive('roomaddmembers.dispatch', ({ room_id }) => room_id === room.id);
      await receiveMessageIn(room);
    }
    await expect(isIdle()).resolves.toBe(true);
  });

  it('receives the answers to its own requests, which no other device receives', async () => {
    const { data: room } = await laptop.request('room.create', { type: 'GroupChat', name: 'x' });
    await idle.receive('roomcreate.dispatch');
    await expect(isIdle()).resolves.toBe(true);
    await idle.request('room.info', { room_id: room.id });
    await idle.request('room.list', {});
    await idle.request('room.messages', { room_id: room.id });
    await idle.expectRefused('room.info', { room_id: 'x' });
    await sendMessage(idle, room, 'my own copy');
    expect(await laptop.receive('message.dispatch')).not.toHaveProperty('request_id');
    for (const device of [idle, laptop]) await expect(device.drain()).resolves.toEqual([]);
  });

  it('receives nothing more of a room that its user is removed from', async () => {
    const { data: room } = await bobDevice.request('room.create', {
      type: 'GroupChat',
      name: 'x',
      participants: [alice.id],
    });
    await idle.receive('roomcreate.dispatch');
    await receiveMessageIn(room);
    await expect(isIdle()).resolves.toBe(true);
    await bobDevice.request('room.remove_members', { room_id: room.id, members: [alice.id] });
    await sendMessage(bobDevice, room, 'she cannot hear this');
    await idle.receive('roomexit.dispatch');
    await expect(idle.drain()).resolves.toEqual([]);
  });
});
