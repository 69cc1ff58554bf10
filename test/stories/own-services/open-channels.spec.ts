import type { Channel } from '@parley/protocol';

import { Administration } from '../../support/administration.js';
import { eventually } from '../../support/eventually.js';
import { connectMember } from '../../support/messaging.js';
import type { Member } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';

let parley: Service;
let people: Record<'alice' | 'bob', TestUser>;
let admin: Administration;
let alice: Member;
let bob: Member;

beforeAll(async () => {
  parley = await Service.start({ MAX_PARTICIPANTS: '2' });
  people = await users(parley, 'alice', 'bob');
  admin = await Administration.by(parley, people.alice, 'admin');
  [alice, bob] = await Promise.all([connectMember(people.alice), connectMember(people.bob)]);
});
afterAll(() => parley.stop());

const change = (changes: object) => admin.expect(admin.request('PATCH', 'settings/', changes));
const channel = async (fields: object = {}): Promise<Channel> => {
  const data = { type: 'Channel', name: 'News', subscribers: [people.bob.id], extra_fields: fields };
  return (await alice.device.request('room.create', data)).data as Channel;
};
const sends = async ({ device }: Member, roomId: string): Promise<number | undefined> =>
  (await device.response(device.sendRequest('message.send', { room_id: roomId, content: 'hello' }))).error?.code;

describe('a Channel', () => {
  it('has the posting of its request, else that of the deployment, and keeps it', async () => {
    const closed = await channel();
    const open = await channel({ posting: 'everyone' });
    expect([closed.posting, open.posting]).toEqual(['moderators', 'everyone']);
    expect([await sends(bob, closed.id), await sends(bob, open.id)]).toEqual([4002, undefined]);
    await change({ preset: 'team' });
    const ofTeam = await channel();
    expect([ofTeam.posting, ofTeam.max_subscribers]).toEqual(['everyone', 100_000]);
    expect(await sends(bob, closed.id)).toBe(4002);
    await change({ preset: null });
    expect(await sends(bob, ofTeam.id)).toBeUndefined();
    const { error } = await alice.device.response(
      alice.device.sendRequest('room.create', { type: 'Channel', name: 'x', extra_fields: { posting: 'all' } }),
    );
    expect(error?.code).toBe(4003);
  });

  it('is opened and closed by its moderators, for what is sent from then on', async () => {
    const { id } = await channel();
    const update = (posting: string) =>
      alice.device.request('room.modify', { room_id: id, action: 'update', data: { posting } });
    expect(await sends(bob, id)).toBe(4002);
    expect((await update('everyone')).data).toMatchObject({ posting: 'everyone' });
    expect(await sends(bob, id)).toBeUndefined();
    expect(
      (
        await bob.device.response(
          bob.device.sendRequest('message.send', {
            room_id: id,
            content: 'x',
            poll: { question: 'Tea?', options: ['yes', 'no'] },
          }),
        )
      ).error,
    ).toBeUndefined();
    await update('moderators');
    expect(await sends(bob, id)).toBe(4002);
    const group = await alice.device.request('room.create', { type: 'GroupChat', name: 'Group', participants: [] });
    const data = { room_id: (group.data as { id: string }).id, action: 'update', data: { posting: 'everyone' } };
    await expect(alice.device.expectRefused('room.modify', data)).resolves.toMatchObject({ code: 4003 });
  });
});

describe('new rooms', () => {
  it('are created by whom the deployment permits, with its maximum of members', async () => {
    const group = { type: 'GroupChat', name: 'Group', participants: [people.alice.id] };
    const made = await bob.device.request('room.create', group);
    expect(made.data).toMatchObject({ max_participants: 2 });
    await change({ create_groups: 'admins', create_channels: 'moderators' });
    await expect(bob.device.expectRefused('room.create', group)).resolves.toMatchObject({ code: 4002 });
    const channelOfBob = { type: 'Channel', name: 'News' };
    await expect(bob.device.expectRefused('room.create', channelOfBob)).resolves.toMatchObject({ code: 4002 });
    await alice.device.request('room.create', { ...group, participants: [people.bob.id] });
    await change({ create_groups: null, create_channels: null });
    await bob.device.request('room.create', channelOfBob);
  });

  it('of the defaults are joined by every new user, but no bot', async () => {
    const general = await channel({ is_public: true });
    const full = await channel({ max_subscribers: 2 });
    const wrong = await admin.request('PATCH', 'settings/', { default_rooms: [people.alice.id] });
    expect(wrong.status).toBe(400);
    const missing = '0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a42';
    expect(await admin.request('PATCH', 'settings/', { default_rooms: [missing] })).toMatchObject({
      status: 400,
      body: { default_rooms: [expect.stringContaining(missing)] },
    });
    await change({ default_rooms: [full.id, general.id] });
    const member = async (): Promise<readonly string[]> => {
      const { data } = await alice.device.request('room.members', { room_id: general.id });
      return data.members.map(({ username }) => username);
    };
    await admin.expect(admin.post('users/', { username: 'newcomer', password: 'correct horse 9 battery' }));
    await admin.expect(admin.post('users/', { username: 'robot', is_bot: true }));
    await parley.parley('users', 'create', 'by-command');
    await eventually(async () => (await member()).includes('by-command'));
    expect(await member()).toEqual(expect.arrayContaining(['newcomer', 'by-command']));
    expect(await member()).not.toContain('robot');
    await change({ default_rooms: null });
  });
});
