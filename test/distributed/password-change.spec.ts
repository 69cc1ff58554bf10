import type { Client } from 'pg';

import { password as old } from '../servers/template.js';
import { connected } from '../support/database.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const REVOKED = { code: 4001, reason: 'token_revoked' };
const next = 'eleven blue kettles';

let parley: Service;
let database: Client;

beforeAll(async () => {
  parley = await sharedService();
  database = await connected(parley.serviceData);
});
afterAll(() => database.end());

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${parley.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

const bearer = ({ tokens }: TestUser): Record<string, string> => ({ authorization: `Bearer ${tokens.access}` });

const change = (user: TestUser, old_password: unknown, new_password: unknown): Promise<Answer> =>
  post('/api/account/password/', { old_password, new_password }, bearer(user));

const refreshStatus = async ({ tokens }: TestUser): Promise<number> =>
  (await post('/api/token/refresh/', { refresh: tokens.refresh })).status;

const logInStatus = async ({ username }: TestUser, password: string): Promise<number> =>
  (await post('/api/token/', { username, password })).status;

describe('the change of the own password', () => {
  it('ends all other sessions, and the asking one goes on', async () => {
    const { alice } = await users(parley, 'alice');
    const others = [await logIn(parley, alice.username), await logIn(parley, alice.username)];
    const device = await alice.connect();
    const closing = await Promise.all(others.map((other) => other.connect()));
    await expect(change(alice, old, next)).resolves.toEqual({ status: 204, body: undefined });
    for (const each of closing) await expect(each.closed()).resolves.toEqual(REVOKED);
    for (const other of others) await expect(refreshStatus(other)).resolves.toBe(401);
    const { data } = await device.request('session.list', {});
    expect(data.sessions).toMatchObject([{ current: true }]);
    await (await alice.connect()).close();
    await expect(refreshStatus(alice)).resolves.toBe(200);
    await expect(logInStatus(alice, old)).resolves.toBe(401);
    await expect(logInStatus(alice, next)).resolves.toBe(200);
    const { rows } = await database.query(
      `SELECT actor_id, details FROM audit_entries WHERE action = 'users.set_password' AND subject_id = $1`,
      [alice.id],
    );
    expect(rows).toEqual([{ actor_id: alice.id, details: { ended_log_ins: 2 } }]);
    await device.close();
  });

  it('is refused with a wrong old password, and changes nothing', async () => {
    const { bob } = await users(parley, 'bob');
    const other = await logIn(parley, bob.username);
    await expect(change(bob, 'a wrong one', next)).resolves.toEqual({
      status: 400,
      body: { old_password: ['The password is wrong.'] },
    });
    await expect(refreshStatus(other)).resolves.toBe(200);
    await expect(logInStatus(bob, old)).resolves.toBe(200);
  });

  it.each([
    [undefined, 'This field is required.'],
    [null, 'This field may not be null.'],
    [7, 'Not a valid string.'],
    ['', 'This field may not be blank.'],
    ['seven77', 'Ensure this field has at least 8 characters.'],
    ['Password1', 'This password is too common.'],
    ['x'.repeat(4_097), 'Ensure this field has no more than 4096 characters.'],
  ])('is refused with the new password %j', async (given, reason) => {
    const { carol } = await users(parley, 'carol');
    await expect(change(carol, old, given)).resolves.toEqual({ status: 400, body: { new_password: [reason] } });
  });

  it.each(['eight 88', 'x'.repeat(4_096)])('accepts the new password %j', async (given) => {
    const { dave } = await users(parley, 'dave');
    await expect(change(dave, old, given)).resolves.toMatchObject({ status: 204 });
    await expect(logInStatus(dave, given)).resolves.toBe(200);
  });

  it('requires a valid access token', async () => {
    const { erin } = await users(parley, 'erin');
    const body = { old_password: old, new_password: next };
    const refused = { status: 401, body: { code: 'token_not_valid' } };
    await expect(post('/api/account/password', body)).resolves.toMatchObject(refused);
    for (const token of ['x', erin.tokens.refresh]) {
      const headers = { authorization: `Bearer ${token}` };
      await expect(post('/api/account/password', body, headers)).resolves.toMatchObject(refused);
    }
    await post('/api/token/revoke/', { refresh: erin.tokens.refresh });
    await expect(change(erin, old, next)).resolves.toMatchObject(refused);
    await expect(logInStatus(erin, old)).resolves.toBe(200);
  });

  it('is refused for a user without a password', async () => {
    const { frank } = await users(parley, 'frank');
    await database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [frank.id]);
    await expect(change(frank, old, next)).resolves.toEqual({
      status: 409,
      body: { detail: 'This user has no password. An operator can set one.', code: 'conflict' },
    });
  });

  it('succeeds once of several at the same moment with the same old password', async () => {
    const { grace } = await users(parley, 'grace');
    const others = await Promise.all(Array.from({ length: 3 }, () => logIn(parley, grace.username)));
    const answers = await Promise.all(others.map((each, at) => change(each, old, `${next} ${String(at)}`)));
    expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    const winner = answers.findIndex(({ status }) => status === 204);
    await expect(Promise.all(others.map(refreshStatus))).resolves.toEqual(
      others.map((_, at) => (at === winner ? 200 : 401)),
    );
    await expect(logInStatus(grace, `${next} ${String(winner)}`)).resolves.toBe(200);
  });

  it('allows only POST', async () => {
    const { status, headers } = await fetch(`${parley.url}/api/account/password/`);
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });
});
