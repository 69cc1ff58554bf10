import type { Profile, Room, UserUpdate } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { connectMember, createGroup, profileView, sendMessage, userView } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const DAY_MS = 86_400_000;
const inFuture = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

let parley: Service;
let alice: TestUser;
let bob: Member;
let carol: Member;
let phone: ChatClient;
let laptop: ChatClient;
let room: Room;

beforeEach(async () => {
  parley = await sharedService();
  const found = await users(parley, 'alice', 'bob', 'carol');
  ({ alice } = found);
  [phone, laptop] = await Promise.all([alice.connect(), alice.connect()]);
  [bob, carol] = await Promise.all([connectMember(found.bob), connectMember(found.carol)]);
  room = await createGroup(phone, [bob]);
  await laptop.receive('roomcreate.dispatch');
});
afterEach(() => Promise.all([phone, laptop, bob.device, carol.device].map((device) => device.close())));

const update = async (data: object): Promise<UserUpdate> => (await phone.request('user.update', data)).data;
const seenBy = async ({ device }: Member): Promise<Profile> => (await device.receive('userupdate.dispatch')).data.user;

describe('user.update of the own profile', () => {
  it('is answered with all settings, which the other devices of the user receive too', async () => {
    const changes = {
      first_name: 'Ali',
      last_name: 'Ce',
      avatar: 'https://images.example/a.png',
      status: { text: 'In a meeting', emoji: '📅', until: inFuture(DAY_MS) },
      custom: { team: 'blue', null: '\u0000', nested: [1, { deep: true }] },
    };
    const settings = { user: { ...profileView(alice), ...changes }, add_policy: 'everyone', language: null };
    await expect(update(changes)).resolves.toEqual(settings);
    await expect(laptop.receive('userupdate.dispatch')).resolves.toEqual({
      eventType: 'userupdate.dispatch',
      data: settings,
    });
    await expect(laptop.drain()).resolves.toEqual([]);
    await expect(phone.request('user.update', {})).resolves.toMatchObject({ data: settings, meta: { changed: false } });
    await expect(bob.device.request('user.find', { username: alice.username })).resolves.toMatchObject({
      data: settings.user,
    });
  });

  it('is sent to connected users who share a room with the user, once, and to nobody else', async () => {
    const other = await createGroup(phone, [bob]);
    await update({ status: { text: 'Away' } });
    const status = { text: 'Away', emoji: null, until: null };
    await expect(bob.device.receive('userupdate.dispatch')).resolves.toEqual({
      eventType: 'userupdate.dispatch',
      data: { user: { ...profileView(alice), status } },
    });
    // A message that is sent to a room afterwards arrives after it.
    await sendMessage(phone, other, 'hello');
    await bob.device.receive('message.dispatch');
    await expect(bob.device.drain()).resolves.toEqual([]);
    await expect(carol.device.drain()).resolves.toEqual([]);
  });

  it('is merged with the others of a second, of which the last state is sent', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `Alice ${String(at)}`);
    for (const name of names) await update({ first_name: name });
    const seen: string[] = [];
    while (seen.at(-1) !== names.at(-1)) seen.push((await seenBy(bob)).first_name);
    expect(seen[0]).toBe(names[0]);
    expect(seen.length).toBeLessThanOrEqual(3);
  });

  it('that changes nothing is sent to no other user', async () => {
    await update({ first_name: 'Ali' });
    await expect(seenBy(bob)).resolves.toMatchObject({ first_name: 'Ali' });
    await update({ first_name: 'Ali', avatar: null, status: null });
    await update({ add_policy: 'shared' });
    await update({ last_name: 'Ce' });
    await expect(seenBy(bob)).resolves.toMatchObject({ first_name: 'Ali', last_name: 'Ce' });
  });

  it('is in the next message of the user, from any connection, and in lists without custom', async () => {
    await update({ first_name: 'Ali', custom: { team: 'blue' } });
    const user = { ...userView(alice), first_name: 'Ali' };
    await expect(sendMessage(phone, room, 'one')).resolves.toMatchObject({ sender: user });
    // Another node learns of it through the database.
    await eventually(async () => (await sendMessage(laptop, room, 'two')).sender.first_name === 'Ali');
    const { data: page } = await bob.device.request('room.members', { room_id: room.id });
    expect(page.members[0]).toMatchObject(user);
    expect(page.members[0]).not.toHaveProperty('custom');
  });

  it('can be taken back', async () => {
    await update({ avatar: 'https://images.example/a.png', status: { text: 'Away' }, custom: { a: 1 } });
    await expect(update({ avatar: null, status: null, custom: {} })).resolves.toMatchObject({
      user: profileView(alice),
    });
  });
});

describe('a status', () => {
  it('is left out from its end on, also in messages of a connection that was opened before', async () => {
    await update({ status: { text: 'Back soon', until: inFuture(1_500) } });
    const { status } = (await sendMessage(phone, room, 'now')).sender;
    expect(status).toMatchObject({ text: 'Back soon', emoji: null });
    const findStatus = async () => (await bob.device.request('user.find', { username: alice.username })).data.status;
    await expect(findStatus()).resolves.toEqual(status);
    await eventually(async () => (await findStatus()) === null);
    await expect(sendMessage(phone, room, 'later')).resolves.toMatchObject({ sender: { status: null } });
  });

  it('is in the profile that the users of a room receive', async () => {
    await update({ status: { text: '', emoji: '🌴' } });
    await expect(seenBy(bob)).resolves.toMatchObject({ status: { text: '', emoji: '🌴', until: null } });
  });
});
