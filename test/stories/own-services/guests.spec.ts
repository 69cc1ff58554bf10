import type { ChatClient } from '../../support/chat-client.js';
import { Administration } from '../../support/administration.js';
import { ApiClient } from '../../support/api.js';
import { connectMember, createGroup, sendMessage, userView } from '../../support/messaging.js';
import type { Member } from '../../support/messaging.js';
import { connected } from '../../support/database.js';
import { logIn, users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';

const PASSWORD = 'correct horse 9 battery';
const A_DAY = 86_400_000;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

let parley: Service;
let admin: Administration;
let people: Record<'alice' | 'bob' | 'carol' | 'heidi', TestUser>;
let alice: Member;
let bob: Member;
let carol: Member;
/** A room of Alice and Bob to which the guest is added. */
let room: string;
/** A public Channel that the guest is not in. */
let channel: string;
let guest: Member;
let count = 0;

beforeAll(async () => {
  const settings = { USER_DIRECTORY: 'everyone', CHANNEL_DIRECTORY: 'true', INVITES: 'everyone' };
  parley = await Service.start({ ...settings, STRANGERS_PER_HOUR: '0', SIGN_UPS_PER_HOUR: '100' });
  people = await users(parley, 'alice', 'bob', 'carol', 'heidi');
  admin = await Administration.by(parley, people.alice, 'admin');
  await admin.request('PATCH', 'settings/', { sign_up: 'invitation' });
  [alice, bob, carol] = await Promise.all([
    connectMember(people.alice),
    connectMember(people.bob),
    connectMember(people.carol),
  ]);
  const open = { type: 'Channel', name: 'Open', subscribers: [], extra_fields: { is_public: true } };
  channel = (await carol.device.request('room.create', open)).data.id;
});
afterAll(() => parley.stop());

beforeEach(async () => {
  const { dave } = await users(parley, 'dave');
  room = (await createGroup(alice.device, [bob])).id;
  await kind(dave, { kind: 'guest' });
  await alice.device.request('room.add_members', { room_id: room, members: [dave.id] });
  guest = await connectMember(dave);
  await Promise.all([alice, bob, carol, guest].map(({ device }) => device.drain()));
});
afterEach(() => guest.device.close());

async function request(method: string, path: string, by?: TestUser, body?: object): Promise<Answer> {
  const response = await fetch(`${parley.url}/api/${path}`, {
    method,
    headers: {
      ...(by && { Authorization: `Bearer ${by.tokens.access}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer['body'] };
}

const kind = (user: { readonly username: string }, body: object): Promise<{ status: number; body: object }> =>
  admin.post(`users/${user.username}/kind/`, body);
const refusalOf = async (device: ChatClient, event: string, data: object): Promise<readonly unknown[]> => {
  const { code, detail } = await device.expectRefused(event, data);
  return [code, detail];
};
const codeOf = async (device: ChatClient, event: string, data: object): Promise<number> =>
  (await device.expectRefused(event, data)).code;
const account = async ({ username }: TestUser): Promise<object> => (await admin.get<object>(`users/${username}/`)).body;
const pair = (other: TestUser): object => ({ type: 'OneToOneChat', participants: [other.id] });
const until = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** A profile can be told again, so the kinds before this one are passed over. */
async function hears(device: ChatClient, { id }: TestUser, isGuest: true | undefined): Promise<void> {
  const { user } = (await device.receive('userupdate.dispatch')).data;
  if (user.id !== id || user.is_guest !== isGuest) await hears(device, { id } as TestUser, isGuest);
}

async function invite(fields: object, by = people.alice): Promise<string> {
  const { status, body } = await request('POST', 'invitations/', by, fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return String(body.token);
}

async function signUp(invitation: string): Promise<TestUser> {
  const username = `visitor${String((count += 1))}`;
  const answer = await request('POST', 'accounts/', undefined, { username, password: PASSWORD, invitation });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer));
  return logIn(parley, username, PASSWORD);
}

describe('a guest', () => {
  it('is marked wherever others see it, and talks in the rooms it was added to', async () => {
    const marked = { ...userView(guest.user), is_guest: true };
    const sent = await sendMessage(guest.device, { id: room }, 'hello');
    expect(sent.sender).toEqual(marked);
    const { data } = await alice.device.request('room.members', { room_id: room });
    expect(data.members.find(({ id }) => id === guest.user.id)).toMatchObject(marked);
    expect(data.members.filter(({ id }) => id !== guest.user.id).map((member) => 'is_guest' in member)).toEqual([
      false,
      false,
    ]);
    expect((await alice.device.request('user.find', { username: guest.user.username })).data).toMatchObject(marked);
    expect(await account(guest.user)).toMatchObject({ kind: 'guest', guest_until: null, is_active: true });
  });

  it('finds nobody but the people in its rooms', async () => {
    const { device } = guest;
    expect((await device.request('user.find', { username: people.bob.username })).data.id).toBe(people.bob.id);
    expect((await device.request('user.info', { user_ids: [people.bob.id] })).data.users).toHaveLength(1);
    expect((await device.request('user.info', { user_ids: [guest.user.id] })).data.users).toHaveLength(1);
    const unknown = await refusalOf(device, 'user.find', { username: 'nobody.at.all' });
    expect(await refusalOf(device, 'user.find', { username: people.carol.username })).toEqual(unknown);
    expect(unknown[0]).toBe(4004);
    expect(await codeOf(device, 'user.info', { user_ids: [people.bob.id, people.carol.id] })).toBe(4004);
    for (const query of ['a', people.bob.username]) {
      expect(await codeOf(device, 'user.search', { query })).toBe(4004);
    }
    const { data } = await device.request('presence.subscribe', { user_ids: [people.bob.id, people.carol.id] });
    expect(JSON.stringify(data)).not.toContain(`"user_id":${String(people.carol.id)}`);
    const found = await carol.device.request('user.search', { query: guest.user.username });
    expect(found.data.users.map(({ id }) => id)).toContain(guest.user.id);
  });

  it('sees no directory of channels, and enters no room by itself', async () => {
    const { device } = guest;
    expect(await codeOf(device, 'channel.search', {})).toBe(4004);
    const missing = await refusalOf(device, 'room.preview', {
      room_id: room.replace(/^./, '9'),
    });
    expect(await refusalOf(device, 'room.preview', { room_id: channel })).toEqual(missing);
    expect(missing[0]).toBe(4004);
    expect(await codeOf(device, 'room.join', { room_id: channel })).toBe(4002);
    expect(await codeOf(device, 'room.join', { room_id: room.replace(/^./, '9') })).toBe(4002);
    expect(await codeOf(device, 'room.create', { type: 'GroupChat', name: 'x', participants: [people.bob.id] })).toBe(
      4002,
    );
    expect(await codeOf(device, 'room.create', { type: 'Channel', name: 'x', subscribers: [] })).toBe(4002);
    expect(await codeOf(device, 'room.add_members', { room_id: room, members: [people.carol.id] })).toBe(4002);
    expect(await codeOf(device, 'room.invite', { room_id: room, user_ids: [people.carol.id] })).toBe(4002);
    await carol.device.request('room.add_members', { room_id: channel, members: [guest.user.id] });
    expect((await device.request('room.preview', { room_id: channel })).data.id).toBe(channel);
    await carol.device.request('room.remove_members', { room_id: channel, members: [guest.user.id] });
  });

  it('starts a OneToOneChat only with who shares a room, and only such a user with the guest', async () => {
    const { device } = guest;
    const refused = await refusalOf(device, 'room.create', pair(people.carol));
    expect(refused[0]).toBe(4002);
    expect(await refusalOf(device, 'room.create', { type: 'OneToOneChat', participants: [2_000_000_000] })).toEqual(
      refused,
    );
    expect(await codeOf(carol.device, 'room.create', pair(guest.user))).toBe(4002);
    const { data } = await device.request('room.create', pair(people.bob));
    expect(data.type).toBe('OneToOneChat');
    expect((await alice.device.request('room.create', pair(guest.user))).data.type).toBe('OneToOneChat');
    // Who shares a OneToOneChat still has it when the room is gone.
    await alice.device.request('room.remove_members', { room_id: room, members: [guest.user.id] });
    expect((await bob.device.request('room.create', pair(guest.user))).data.id).toBe(data.id);
    expect(await codeOf(carol.device, 'room.create', pair(guest.user))).toBe(4002);
  });

  it('blocks and reports nobody whom it does not know', async () => {
    const { device } = guest;
    const stranger = { user_id: people.carol.id };
    expect(await codeOf(device, 'user.block', { ...stranger, blocked: true })).toBe(4002);
    expect(await codeOf(device, 'message.report', { ...stranger, reason: 'spam' })).toBe(4002);
    await device.request('user.block', { user_id: people.bob.id, blocked: true });
    await device.request('user.block', { user_id: people.bob.id, blocked: false });
  });

  it('invites nobody, whatever `invites` says, and has no list of invitations', async () => {
    expect((await request('POST', 'invitations/', people.bob, {})).status).toBe(201);
    expect((await request('POST', 'invitations/', guest.user, {})).status).toBe(403);
    expect((await request('GET', 'invitations/', guest.user)).status).toBe(404);
    const made = await request('POST', 'invitations/', people.bob, {});
    expect((await request('DELETE', `invitations/${String(made.body.id)}/`, guest.user)).status).toBe(403);
  });

  it('may do no more by HTTP, also with a key that acts for it', async () => {
    const api = await ApiClient.create(parley, { user: guest.user });
    const by = async (method: string, path: string, body?: object): Promise<number> =>
      (await api.send(method, `/api/${path}`, body)).status;
    expect(await by('GET', 'rooms/')).toBe(200);
    expect(await by('POST', 'rooms/', { type: 'GroupChat', name: 'x', participants: [] })).toBe(403);
    expect(await by('POST', 'rooms/', pair(people.carol))).toBe(403);
    expect(await by('POST', `rooms/${room}/members/`, { members: [people.carol.id] })).toBe(403);
    expect(await by('GET', `users/?query=${people.carol.username}`)).toBe(404);
    expect(await by('GET', 'rooms/channels/')).toBe(404);
    expect(await by('GET', `rooms/${channel}/preview/`)).toBe(404);
    expect(await by('POST', `rooms/${channel}/join/`)).toBe(403);
    expect(await by('POST', `users/me/blocks/${String(people.carol.id)}/`)).toBe(403);
  });

  it('hears nothing of people with whom it shares no room', async () => {
    await carol.device.request('user.update', { first_name: 'Secret' });
    await bob.device.request('user.update', { first_name: 'Robert' });
    // Its own change to a guest may still be on its way.
    const heard: string[] = [];
    while (heard.at(-1) !== 'Robert') {
      heard.push((await guest.device.receive('userupdate.dispatch')).data.user.first_name);
    }
    expect(heard).not.toContain('Secret');
    expect(JSON.stringify(await guest.device.drain())).not.toContain('Secret');
  });

  it('leads no room, also one that it made as a member', async () => {
    const { heidi } = await users(parley, 'heidi');
    const leader = await connectMember(heidi);
    const { id: own } = await createGroup(leader.device, [bob]);
    await leader.device.request('room.modify', {
      room_id: own,
      action: 'update',
      data: { join_approval_required: true },
    });
    await leader.device.request('room.restrict', { room_id: own, user_id: people.alice.id, kind: 'ban' });
    await kind(heidi, { kind: 'guest' });
    await leader.device.receive('userupdate.dispatch');
    const change = { room_id: own, action: 'update', data: { name: 'Mine' } };
    await expect.poll(() => codeOf(leader.device, 'room.modify', change)).toBe(4002);
    expect(await codeOf(leader.device, 'room.remove_members', { room_id: own, members: [people.bob.id] })).toBe(4002);
    const { data } = await leader.device.request('room.restrictions', { room_id: own });
    expect(data.restrictions).toEqual([]);
    await leader.device.drain();
    await carol.device.request('room.join', { room_id: own });
    expect(JSON.stringify(await leader.device.drain())).not.toContain(people.carol.username);
    await alice.device.expectRefused('room.modify', { room_id: own, action: 'update', data: { name: 'x' } });
    const promotion = { room_id: room, action: 'add_admin', data: { users: [guest.user.id] } };
    expect(await codeOf(alice.device, 'room.modify', promotion)).toBe(4005);
    await leader.device.close();
  });
});

describe('the kind of a user', () => {
  it('changes at once for open connections, and its fellows hear of it', async () => {
    await kind(guest.user, { kind: 'member' });
    await hears(alice.device, guest.user, undefined);
    await guest.device.request('room.create', { type: 'GroupChat', name: 'x', participants: [] });
    await kind(guest.user, { kind: 'guest', guest_until: until(A_DAY) });
    await hears(alice.device, guest.user, true);
    expect(await codeOf(guest.device, 'room.create', { type: 'GroupChat', name: 'x', participants: [] })).toBe(4002);
    expect(await account(guest.user)).toMatchObject({ kind: 'guest', guest_until: expect.any(String) as string });
    await kind(guest.user, { kind: 'member' });
    expect(await account(guest.user)).toMatchObject({ kind: 'member', guest_until: null });
  });

  it('is set by administrators alone, with a time of the future, and not for who has a role', async () => {
    const { grace } = await users(parley, 'grace');
    expect(
      (await Administration.as(parley, people.bob).post(`users/${grace.username}/kind/`, { kind: 'guest' })).status,
    ).toBe(403);
    for (const body of [
      {},
      { kind: 'owner' },
      { kind: 'guest', guest_until: until(-1_000) },
      { kind: 'guest', guest_until: 'soon' },
      { kind: 'member', guest_until: until(A_DAY) },
    ]) {
      expect([body, (await kind(grace, body)).status]).toEqual([body, 400]);
    }
    expect((await kind({ username: 'nobody' }, { kind: 'guest' })).status).toBe(404);
    await parley.parley('users', 'set-role', grace.username, 'moderator');
    expect((await kind(grace, { kind: 'guest' })).status).toBe(409);
    await parley.parley('users', 'set-role', grace.username, 'user');
    expect((await kind(grace, { kind: 'guest' })).status).toBe(200);
    expect((await admin.post(`users/${grace.username}/role/`, { role: 'moderator' })).status).toBe(409);
    expect((await kind(people.alice, { kind: 'guest' })).status).toBe(403);
  });

  it('of two who give a user a role and make the same user a guest at once, one is refused', async () => {
    for (let times = 0; times < 5; times += 1) {
      const { erin } = await users(parley, 'erin');
      const both = await Promise.all([
        kind(erin, { kind: 'guest' }),
        admin.post(`users/${erin.username}/role/`, { role: 'moderator' }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('is set by a command, and both are audited', async () => {
    const { frank } = await users(parley, 'frank');
    const made = await parley.parley('users', 'kind', frank.username, 'guest', '--until', '30d');
    expect(made).toMatchObject({ kind: 'guest', changed: true });
    expect(await parley.parley('users', 'kind', frank.username, 'member')).toMatchObject({ guest_until: null });
    await kind(frank, { kind: 'guest' });
    const entries = await parley.parley('audit', 'list', '--user', frank.username, '--action', 'users.set_kind');
    expect(entries).toMatchObject([
      { details: { kind: 'guest', guest_until: null }, actor: { username: people.alice.username } },
      { details: { kind: 'member' } },
      { details: { kind: 'guest', guest_until: expect.any(String) as string } },
    ]);
    await expect(parley.parley('users', 'kind', frank.username, 'owner')).rejects.toThrow('must be one of');
    await expect(
      parley.parley('users', 'kind', frank.username, 'guest', '--until', '2020-01-01T00:00:00Z'),
    ).rejects.toThrow();
  });
});

describe('the time of a guest', () => {
  it('ends its log-ins and sockets, and leaves its messages', async () => {
    const { user, device } = guest;
    const { tokens } = await logIn(parley, user.username);
    const sent = await sendMessage(device, { id: room }, 'I was here');
    await kind(user, { kind: 'guest', guest_until: until(1_500) });
    await expect(device.closed()).resolves.toMatchObject({ code: 4001, reason: 'user_inactive' });
    await expect(logIn(parley, user.username)).rejects.toThrow('401');
    expect((await request('POST', 'token/refresh/', undefined, { refresh: tokens.refresh })).status).toBe(401);
    expect((await request('POST', 'invitations/', user, {})).status).toBe(401);
    const shown = await alice.device.request('room.messages', { room_id: room });
    expect(JSON.stringify(shown.data)).toContain(sent.id);
    expect(await account(user)).toMatchObject({ is_active: false, deactivated_by: 'user' });
    expect((await admin.post(`users/${user.username}/activate/`)).status).toBe(409);
  });

  it('holds at every log-in, handshake and request, also before its timer has run', async () => {
    const { user, device } = guest;
    const { tokens } = await logIn(parley, user.username);
    const api = await ApiClient.create(parley, { user });
    const database = await connected(parley.serviceData);
    await database.query(`UPDATE users SET guest_until = now() - interval '1 ms' WHERE id = $1`, [user.id]);
    await database.end();
    await expect(logIn(parley, user.username)).rejects.toThrow('401');
    expect((await request('POST', 'token/refresh/', undefined, { refresh: tokens.refresh })).status).toBe(401);
    expect((await request('GET', 'invitations/', user)).status).toBe(401);
    expect((await api.send('GET', '/api/rooms/')).status).toBe(403);
    const second = await user.open();
    await expect(second.closed()).resolves.toMatchObject({ code: 4001, reason: 'user_inactive' });
    expect(await codeOf(device, 'session.authenticate', { token: tokens.access })).toBe(4003);
    await expect(parley.parley('tokens', 'issue', user.username)).rejects.toThrow('not active');
  });

  it('can be moved before it is over, and lifted after it', async () => {
    const { user, device } = guest;
    await kind(user, { kind: 'guest', guest_until: until(1_500) });
    await kind(user, { kind: 'guest', guest_until: until(A_DAY) });
    await kind(people.heidi, { kind: 'guest', guest_until: until(1_500) });
    await expect.poll(() => account(people.heidi), { timeout: 10_000 }).toMatchObject({ is_active: false });
    await device.request('room.list', {});
    await kind(people.heidi, { kind: 'member' });
    expect(await account(people.heidi)).toMatchObject({ is_active: true, deactivated_by: null, kind: 'member' });
    await expect(logIn(parley, people.heidi.username)).resolves.toBeDefined();
  });

  it('revives nobody whom an administrator has deactivated', async () => {
    await admin.post(`users/${guest.user.username}/deactivate/`);
    await kind(guest.user, { kind: 'member' });
    expect(await account(guest.user)).toMatchObject({ is_active: false, deactivated_by: 'admin', kind: 'member' });
  });
});

describe('an invitation of guests', () => {
  it('makes guests of new users, with its time, in its rooms and in no default room', async () => {
    await admin.request('PATCH', 'settings/', { default_rooms: [channel] });
    const guest_until = until(A_DAY);
    const token = await invite({ rooms: [room], role: 'guest', guest_until, uses: 2 });
    expect((await request('GET', `invitations/by-token/${token}`)).body).toMatchObject({ role: 'guest', guest_until });
    const visitor = await signUp(token);
    expect(await account(visitor)).toMatchObject({ kind: 'guest', guest_until });
    const { device } = await connectMember(visitor);
    expect((await device.request('room.list', {})).data.map(({ id }) => id)).toEqual([room]);
    await admin.request('PATCH', 'settings/', { default_rooms: null });
    await device.close();
  });

  it('leaves a member a member, and a guest stays one by an invitation of members', async () => {
    const token = await invite({ rooms: [room], role: 'guest', uses: 5 });
    expect((await request('POST', `invitations/by-token/${token}/accept/`, people.carol)).body).toEqual({
      rooms: [room],
    });
    expect(await account(people.carol)).toMatchObject({ kind: 'member' });
    await alice.device.request('room.remove_members', { room_id: room, members: [people.carol.id] });
    const { id: other } = await createGroup(alice.device, []);
    const ofMembers = await invite({ rooms: [other] });
    expect((await request('POST', `invitations/by-token/${ofMembers}/accept/`, guest.user)).body).toEqual({
      rooms: [other],
    });
    expect(await account(guest.user)).toMatchObject({ kind: 'guest' });
  });

  it('is refused with a time of the past, and void when its time is over', async () => {
    for (const fields of [
      { role: 'guest', guest_until: until(-1_000) },
      { guest_until: until(A_DAY) },
      { role: 'owner' },
    ]) {
      expect((await request('POST', 'invitations/', people.alice, fields)).status).toBe(400);
    }
    const token = await invite({ role: 'guest', guest_until: until(1_000) });
    await expect
      .poll(async () => (await request('GET', `invitations/by-token/${token}`)).status, {
        timeout: 5_000,
        interval: 200,
      })
      .toBe(404);
    await expect(signUp(token)).rejects.toThrow('404');
  });

  it('is made by a command, and void once its inviter is a guest', async () => {
    const made = (await parley.parley('invitations', 'create', '--role', 'guest', '--until', '90d')) as {
      token: string;
    };
    expect((await request('GET', `invitations/by-token/${made.token}`)).body).toMatchObject({ role: 'guest' });
    const { grace } = await users(parley, 'grace');
    const token = await invite({}, grace);
    await kind(grace, { kind: 'guest' });
    expect((await request('GET', `invitations/by-token/${token}`)).status).toBe(404);
    await kind(grace, { kind: 'member' });
    expect((await request('GET', `invitations/by-token/${token}`)).status).toBe(200);
  });
});
