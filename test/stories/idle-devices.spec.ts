import type { Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import type { Place } from '../support/place.js';
import { Service } from '../support/service.js';
import { listed } from '../support/sessions.js';
import { says } from '../support/talk.js';

const THRESHOLD = { INACTIVITY_THRESHOLD: '1' };

let service: Service;
let place: Place;
let alice: Person;
let bob: Person;
/** A device of Alice's, from which nothing has come for longer than the threshold. */
let idle: ChatClient;
let idleId: unknown;
/** Another device of Alice's, in use. */
let laptop: ChatClient;
let bobs: ChatClient;

beforeAll(async () => {
  service = await Service.start(THRESHOLD);
  place = { ...service.place, env: { ...service.place.env, ...THRESHOLD } };
});
afterAll(() => service.stop());

beforeEach(async () => {
  ({ alice, bob } = await people(service, 'alice', 'bob'));
  idle = await alice.connects();
  idleId = (await idle.hears('chat.notifications')).meta?.session_id;
  [laptop, bobs] = [await alice.arrives(), await bob.arrives()];
  await eventually(isIdle);
});
afterEach(() => Promise.all([idle, laptop, bobs].map((device) => device.leaves())));

const isIdle = async (): Promise<boolean> => {
  const sessions = await listed(place, alice.username);
  return sessions.find(({ id }) => id === idleId)?.state === 'inactive';
};

const hearsWhatIsSaidIn = async (room: Pick<Room, 'id'>): Promise<void> => {
  const { id } = await says(bobs, room, 'can you hear me?');
  for (const device of [idle, laptop]) await device.hears('message.dispatch', ({ data }) => data.id === id);
};

describe('an idle device', () => {
  it.each(['OneToOneChat', 'GroupChat'])(
    'receives a %s that another user creates, or its user on another device',
    async (type) => {
      for (const [maker, other] of [
        [bobs, alice],
        [laptop, bob],
      ] as const) {
        const { data: room } = await maker.ask('room.create', { type, name: 'x', participants: [other.id] });
        await idle.hears('roomcreate.dispatch', ({ room_id }) => room_id === room.id);
        await hearsWhatIsSaidIn(room);
        await maker.ask('room.modify', { room_id: room.id, action: 'delete' });
        await idle.hears('roomdelete.dispatch');
      }
      await expect(isIdle()).resolves.toBe(true);
    },
  );

  it('receives rooms that its user is added to, or joins on another device', async () => {
    const { data: group } = await bobs.ask('room.create', { type: 'GroupChat', name: 'x' });
    await bobs.ask('room.add_members', { room_id: group.id, members: [alice.id] });
    const news = { type: 'Channel', name: 'x', extra_fields: { is_public: true } };
    const { data: channel } = await bobs.ask('room.create', news);
    await laptop.ask('room.join', { room_id: channel.id });
    for (const room of [group, channel]) {
      await idle.hears('roomaddmembers.dispatch', ({ room_id }) => room_id === room.id);
      await hearsWhatIsSaidIn(room);
    }
    await expect(isIdle()).resolves.toBe(true);
  });

  it('receives the answers to its own requests, which no other device receives', async () => {
    const { data: room } = await laptop.ask('room.create', { type: 'GroupChat', name: 'x' });
    await idle.hears('roomcreate.dispatch');
    await expect(isIdle()).resolves.toBe(true);
    await idle.ask('room.info', { room_id: room.id });
    await idle.ask('room.list', {});
    await idle.ask('room.messages', { room_id: room.id });
    await idle.isRefused('room.info', { room_id: 'x' });
    await says(idle, room, 'my own copy');
    expect(await laptop.hears('message.dispatch')).not.toHaveProperty('request_id');
    for (const device of [idle, laptop]) await expect(device.rest()).resolves.toEqual([]);
  });

  it('receives nothing more of a room that its user is removed from', async () => {
    const { data: room } = await bobs.ask('room.create', { type: 'GroupChat', name: 'x', participants: [alice.id] });
    await idle.hears('roomcreate.dispatch');
    await hearsWhatIsSaidIn(room);
    await expect(isIdle()).resolves.toBe(true);
    await bobs.ask('room.remove_members', { room_id: room.id, members: [alice.id] });
    await says(bobs, room, 'she cannot hear this');
    await idle.hears('roomexit.dispatch');
    await expect(idle.rest()).resolves.toEqual([]);
  });
});
