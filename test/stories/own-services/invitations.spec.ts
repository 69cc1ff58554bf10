import { Administration } from '../../support/administration.js';
import { connectMember, createGroup } from '../../support/messaging.js';
import type { Member } from '../../support/messaging.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';

const PASSWORD = 'correct horse 9 battery';

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
interface Made {
  readonly id: string;
  readonly url: string;
  readonly token: string;
}
interface Listed {
  readonly id: string;
  readonly state: string;
  readonly used: number;
  readonly users: readonly { readonly username: string }[];
}

let parley: Service;
let people: Record<'alice' | 'bob' | 'carol' | 'dave', TestUser>;
let admin: Administration;
let alice: Member;
let count = 0;

beforeAll(async () => {
  parley = await Service.start({ LOG_LEVEL: 'debug', INVITATIONS_PER_DAY: '30', SIGN_UPS_PER_HOUR: '12' });
  people = await users(parley, 'alice', 'bob', 'carol', 'dave');
  admin = await Administration.by(parley, people.alice, 'admin');
  await admin.request('PATCH', 'settings/', { sign_up: 'invitation' });
  alice = await connectMember(people.alice);
});
afterAll(() => parley.stop());

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

async function invite(fields: object = {}, by = people.alice): Promise<Made> {
  const { status, body } = await request('POST', 'invitations/', by, fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body as unknown as Made;
}

const accept = (token: string, by: TestUser): Promise<Answer> =>
  request('POST', `invitations/by-token/${token}/accept/`, by);
const read = (token: string): Promise<Answer> => request('GET', `invitations/by-token/${token}`);
const signUp = (fields: object): Promise<Answer> =>
  request('POST', 'accounts/', undefined, { username: `new${String((count += 1))}`, password: PASSWORD, ...fields });
const listed = async (id: string): Promise<Listed | undefined> =>
  ((await request('GET', 'invitations/?limit=100', people.alice)).body.invitations as Listed[]).find(
    (each) => each.id === id,
  );

const rights = async (by: TestUser): Promise<object> => (await request('GET', 'account/rights/', by)).body;

const VOID = { status: 404, body: { detail: 'There is no such invitation.', code: 'not_found' } };

it('users are told what the deployment permits them', async () => {
  const everybody = { create_groups: true, create_channels: true, channel_directory: false, user_directory: 'exact' };
  expect(await request('GET', 'account/rights/')).toMatchObject({ status: 401 });
  expect(await rights(people.alice)).toEqual({ ...everybody, invite: true });
  expect(await rights(people.bob)).toEqual({ ...everybody, invite: false });
  await admin.request('PATCH', 'settings/', {
    invites: 'everyone',
    create_channels: 'admins',
    channel_directory: true,
  });
  expect(await rights(people.bob)).toEqual({
    ...everybody,
    invite: true,
    create_channels: false,
    channel_directory: true,
  });
  await admin.request('PATCH', 'settings/', { invites: null, create_channels: null, channel_directory: null });
});

describe('an invitation', () => {
  it('is made by whom `invites` permits, for rooms to which they may add members', async () => {
    const { id: room } = await createGroup(alice.device, []);
    expect(await request('POST', 'invitations/', people.bob, {})).toMatchObject({ status: 403 });
    expect(await request('POST', 'invitations/', undefined, {})).toMatchObject({ status: 401 });
    const { id: other } = await createGroup((await connectMember(people.bob)).device, []);
    expect(await request('POST', 'invitations/', people.alice, { rooms: [other] })).toMatchObject({ status: 404 });
    for (const fields of [
      { uses: 0 },
      { uses: 1_001 },
      { expires_in: 7_776_001 },
      { rooms: ['x'] },
      { email: 'nobody' },
      { email: 'a@example.com\0' },
      { email: 'a@example.com\r\nBcc: b@example.com' },
      { role: 'owner' },
    ]) {
      expect(await request('POST', 'invitations/', people.alice, fields)).toMatchObject({ status: 400 });
    }
    const made = await invite({ rooms: [room], uses: 1_000, expires_in: 7_776_000 });
    expect(made.url).toBe(`${parley.url}/invite#${made.token}`);
    expect(Buffer.from(made.token, 'base64url')).toHaveLength(16);
    await admin.request('PATCH', 'settings/', { invites: 'everyone' });
    expect((await invite({}, people.bob)).token).not.toBe(made.token);
    await admin.request('PATCH', 'settings/', { invites: null });
  });

  it('shows what it is to, and lets users into its rooms, once each', async () => {
    const { id: room } = await createGroup(alice.device, []);
    const made = await invite({ rooms: [room], uses: 2 });
    expect(await read(made.token)).toMatchObject({
      status: 200,
      body: { deployment: 'Parley', inviter: people.alice.username, rooms: [/./], role: 'member', email: null },
    });
    expect(await accept(made.token, people.bob)).toEqual({ status: 200, body: { rooms: [room] } });
    expect(await accept(made.token, people.bob)).toEqual({ status: 200, body: { rooms: [room] } });
    expect(await accept(made.token, people.alice)).toEqual({ status: 200, body: { rooms: [room] } });
    expect(await listed(made.id)).toMatchObject({ state: 'open', used: 1, users: [{ username: people.bob.username }] });
    const members = await alice.device.request('room.members', { room_id: room });
    expect(members.data.members).toHaveLength(2);
    expect(await accept(made.token, people.carol)).toMatchObject({ status: 200 });
    expect(await listed(made.id)).toMatchObject({ state: 'used', used: 2 });
    expect(await accept(made.token, people.dave)).toEqual(VOID);
    expect(await read(made.token)).toEqual(VOID);
    expect(await accept(made.token, people.carol)).toEqual({ status: 200, body: { rooms: [room] } });
  });

  it('of one use lets one of many in, at the same moment', async () => {
    const made = await invite();
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp({ invitation: made.token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404, 404, 404, 404]);
    expect(await listed(made.id)).toMatchObject({ state: 'used', used: 1 });
  });

  it('is used once by a user who accepts it many times at once', async () => {
    const { id: room } = await createGroup(alice.device, []);
    const made = await invite({ rooms: [room], uses: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(made.token, people.bob)));
    expect(answers).toEqual(Array(8).fill({ status: 200, body: { rooms: [room] } }));
    expect(await listed(made.id)).toMatchObject({ used: 1, users: [{ username: people.bob.username }] });
  });

  it('leaves nothing of its token in the log', async () => {
    const made = await invite();
    await read(made.token);
    await accept(made.token, people.bob);
    await signUp({ invitation: made.token, password: 'short' });
    expect(parley.output).toContain('/api/invitations/by-token/***/accept/');
    expect(parley.output).not.toContain(made.token);
  });

  it('does not lift a ban, and is not used up by whom it lets in nowhere', async () => {
    const { id: room } = await createGroup(alice.device, []);
    await alice.device.request('room.restrict', { room_id: room, user_id: people.dave.id, kind: 'ban' });
    const made = await invite({ rooms: [room] });
    expect(await accept(made.token, people.dave)).toMatchObject({ status: 403 });
    expect(await listed(made.id)).toMatchObject({ state: 'open', used: 0, users: [] });
  });

  it('is void once it is revoked, expired, or its inviter may not invite any more', async () => {
    const revoked = await invite();
    expect(await request('DELETE', `invitations/${revoked.id}/`, people.bob)).toMatchObject({ status: 404 });
    expect(await request('DELETE', `invitations/${revoked.id}/`, people.alice)).toMatchObject({ status: 204 });
    expect(await listed(revoked.id)).toMatchObject({ state: 'revoked' });
    const expired = await invite({ expires_in: 0 });
    expect(await listed(expired.id)).toMatchObject({ state: 'expired' });
    await admin.request('PATCH', 'settings/', { invites: 'everyone' });
    const ofBob = await invite({ uses: 5 }, people.bob);
    expect(await read(ofBob.token)).toMatchObject({ status: 200 });
    await admin.request('PATCH', 'settings/', { invites: null });
    for (const token of [revoked.token, expired.token, ofBob.token, 'unknown', 'x'.repeat(200)]) {
      expect(await read(token)).toEqual(VOID);
      expect(await accept(token, people.carol)).toEqual(VOID);
      expect(await signUp({ invitation: token })).toEqual(VOID);
    }
  });

  it('makes an account in its rooms, with the address that it names', async () => {
    const { id: room } = await createGroup(alice.device, []);
    const made = await invite({ rooms: [room], email: 'erin@example.com' });
    expect(await signUp({ invitation: made.token, email: 'other@example.com' })).toMatchObject({
      status: 400,
      body: { email: [/./] },
    });
    expect(await signUp({ invitation: made.token, password: 'short' })).toMatchObject({ status: 400 });
    expect(await signUp({ invitation: made.token, username: people.bob.username })).toMatchObject({ status: 409 });
    const answer = await signUp({ invitation: made.token, first_name: 'Erin' });
    expect(answer).toMatchObject({ status: 201, body: { access: /./, refresh: /./ } });
    const members = await alice.device.request('room.members', { room_id: room });
    expect(members.data.members.map(({ first_name }) => first_name)).toContain('Erin');
  });
});

describe('an invitation of an operator', () => {
  it('is made, listed and revoked by commands', async () => {
    const made = (await parley.parley('invitations', 'create', '--uses', '2', '--expires-in', '2d')) as Made;
    expect(await read(made.token)).toMatchObject({ status: 200, body: { inviter: null, rooms: [] } });
    expect(await signUp({ invitation: made.token })).toMatchObject({ status: 201 });
    expect((await parley.parley('invitations', 'list')) as Listed[]).toContainEqual(
      expect.objectContaining({ id: made.id, state: 'open', used: 1 }),
    );
    await parley.parley('invitations', 'revoke', made.id);
    expect(await read(made.token)).toEqual(VOID);
  });
});

describe('an account', () => {
  it('needs an invitation, and none helps where sign-up is off', async () => {
    expect(await signUp({})).toMatchObject({ status: 403 });
    const made = await invite();
    await admin.request('PATCH', 'settings/', { sign_up: null });
    expect(await signUp({ invitation: made.token })).toMatchObject({ status: 403 });
    expect(await listed(made.id)).toMatchObject({ state: 'open', used: 0 });
    await admin.request('PATCH', 'settings/', { sign_up: 'invitation' });
  });

  it('is made only so often from one address', async () => {
    const made = await invite({ uses: 1_000 });
    const answers: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) answers.push((await signUp({ invitation: made.token })).status);
    expect(answers.at(-1)).toBe(429);
    expect(answers.filter((status) => status === 201).length).toBeLessThan(12);
  });
});
