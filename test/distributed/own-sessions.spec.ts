import { randomUUID } from 'node:crypto';

import type { Session } from '@parley/protocol';
import type { Client } from 'pg';

import { ApiClient } from '../support/api.js';
import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { openClient } from '../support/handshake.js';
import { ANY_TIME } from '../support/messaging.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { waitForOpenSessions } from '../support/sessions.js';
import { sharedService } from '../support/shared-services.js';
import { claimsOf } from '../support/tokens.js';

const REVOKED = { code: 4001, reason: 'token_revoked' };

let parley: Service;
let database: Client;

beforeAll(async () => {
  parley = await sharedService();
  database = await connected(parley.serviceData);
});
afterAll(() => database.end());

const idOf = ({ tokens }: TestUser): string => claimsOf(tokens.access).fam as string;

async function listed(device: ChatClient): Promise<readonly Session[]> {
  return (await device.request('session.list', {})).data.sessions;
}

/** The list once the user has this many connections: openings and closings are written a little later. */
async function listedWith(connections: number, user: TestUser, device: ChatClient): Promise<readonly Session[]> {
  await waitForOpenSessions(connections, parley.serviceData, user.username);
  return listed(device);
}

/** Waits until a row that is written later is there. */
const isStored = (statement: string, ...values: unknown[]): Promise<void> =>
  eventually(async () => (await database.query(statement, values)).rowCount === 1);

async function refreshStatus(refresh: string): Promise<number> {
  const { status } = await fetch(`${parley.url}/api/token/refresh/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  });
  return status;
}

/** Logs in as a client with this `User-Agent`. */
async function logInOn(device: string, username: string): Promise<{ id: string; access: string }> {
  const response = await fetch(`${parley.url}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': device },
    body: JSON.stringify({ username, password: 'correct horse battery staple' }),
  });
  const { access } = (await response.json()) as { access: string };
  return { id: claimsOf(access).fam as string, access };
}

describe('session.list', () => {
  it('returns the log-ins of the user with their connections, and marks that of the requester', async () => {
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const bobs = await bob.connect();
    const { id, access } = await logInOn('Phone/1.0', alice.username);
    const headers = { 'user-agent': 'Phone/1.0 (socket)' };
    const phone = await openClient(parley.url, { token: access, headers });
    const { meta } = await phone.receive('chat.notifications');
    const laptop = await alice.connect();
    const sessions = await listedWith(2, alice, phone);
    const connection = {
      id: meta?.session_id,
      device: 'Phone/1.0 (socket)',
      since: ANY_TIME,
      active: ANY_TIME,
    };
    expect(sessions).toHaveLength(2);
    expect(sessions).toContainEqual({
      id,
      device: 'Phone/1.0',
      address: '127.0.0.1',
      since: ANY_TIME,
      active: ANY_TIME,
      current: true,
      connections: [connection],
    });
    // A log-in of the previous release.
    expect(sessions).toContainEqual({
      id: idOf(alice),
      device: null,
      address: null,
      since: null,
      active: ANY_TIME,
      current: false,
      connections: [expect.objectContaining({ device: null })],
    });
    expect((await listed(laptop)).map((session) => [session.id, session.current])).toEqual(
      expect.arrayContaining([
        [idOf(alice), true],
        [id, false],
      ]),
    );
    await expect(listed(bobs)).resolves.toMatchObject([{ id: idOf(bob) }]);
    for (const device of [phone, laptop, bobs]) await device.close();
  });

  it('returns a device of at most 256 characters', async () => {
    const { alice } = await users(parley, 'alice');
    const device = await alice.connect();
    for (const length of [256, 257]) {
      const { id } = await logInOn('x'.repeat(length), alice.username);
      const session = (await listed(device)).find((each) => each.id === id);
      expect(session?.device).toBe('x'.repeat(256));
    }
    await device.close();
  });

  it('returns the newest activity first: that of a log-in, a refresh, or a heartbeat', async () => {
    const { carol } = await users(parley, 'carol');
    const [first, second] = [await logIn(parley, carol.username), await logIn(parley, carol.username)];
    const phone = await carol.connect();
    const order = async (): Promise<(string | null)[]> => (await listed(phone)).map(({ id }) => id);
    await waitForOpenSessions(1, parley.serviceData, carol.username);
    await database.query(
      `UPDATE refresh_tokens SET created_at = created_at - interval '1 hour' * (CASE family WHEN $2 THEN 1 ELSE 2 END)
       WHERE family = ANY ($1)`,
      [[idOf(first), idOf(second)], idOf(second)],
    );
    await expect(order()).resolves.toEqual([idOf(carol), idOf(second), idOf(first)]);
    await expect(refreshStatus(first.tokens.refresh)).resolves.toBe(200);
    await expect(order()).resolves.toEqual([idOf(first), idOf(carol), idOf(second)]);
    await database.query('UPDATE sessions SET seen_at = now() WHERE log_in = $1', [idOf(carol)]);
    await expect(order()).resolves.toEqual([idOf(carol), idOf(first), idOf(second)]);
    await phone.close();
  });

  it('still has the last heartbeat of a connection after it was closed', async () => {
    const { dave } = await users(parley, 'dave');
    const [phone, laptop] = [await dave.connect(), await (await logIn(parley, dave.username)).connect()];
    const ofPhone = ({ id }: Session): boolean => id === idOf(dave);
    const before = (await listedWith(2, dave, laptop)).find(ofPhone)!;
    await phone.close();
    await isStored('SELECT FROM refresh_tokens WHERE family = $1 AND active_at IS NOT NULL', idOf(dave));
    const after = (await listedWith(1, dave, laptop)).find(ofPhone)!;
    expect(after.connections).toEqual([]);
    expect(Math.abs(Date.parse(after.active!) - Date.parse(before.active!))).toBeLessThan(2_000);
    await laptop.close();
  });

  it('lists a connection under the log-in of its newest token', async () => {
    const { erin } = await users(parley, 'erin');
    const again = await logIn(parley, erin.username);
    const device = await erin.connect();
    await listedWith(1, erin, device);
    await device.request('session.authenticate', { token: again.tokens.access });
    await isStored('SELECT FROM sessions WHERE log_in = $1', idOf(again));
    const current = (await listed(device)).filter((session) => session.current);
    expect(current).toMatchObject([{ id: idOf(again), connections: [{ device: null }] }]);
    await device.close();
  });

  it('leaves out log-ins that were ended or have expired, unless they have a connection', async () => {
    const { frank } = await users(parley, 'frank');
    const [ended, expired, open] = [
      await logIn(parley, frank.username),
      await logIn(parley, frank.username),
      await logIn(parley, frank.username),
    ];
    const [device, other] = [await frank.connect(), await open.connect()];
    await device.request('session.close', { session_id: idOf(ended) });
    await database.query('UPDATE refresh_tokens SET expires_at = now() WHERE family = ANY ($1)', [
      [idOf(expired), idOf(open)],
    ]);
    const sessions = await listedWith(2, frank, device);
    expect(sessions.map(({ id }) => id).sort()).toEqual([idOf(frank), idOf(open)].sort());
    await Promise.all([device.close(), other.close()]);
  });
});

describe('session.close', () => {
  it('ends the log-in with its tokens and connections, and no other', async () => {
    const { alice } = await users(parley, 'alice');
    const again = await logIn(parley, alice.username);
    const [here, there, other] = [await alice.connect(), await alice.connect(), await again.connect()];
    const closed = await other.request('session.close', { session_id: idOf(alice).toUpperCase() });
    expect(closed.data).toEqual({ session_id: idOf(alice) });
    for (const device of [here, there]) await expect(device.closed()).resolves.toEqual(REVOKED);
    await expect(refreshStatus(alice.tokens.refresh)).resolves.toBe(401);
    const refused = await alice.open();
    await expect(refused.closed()).resolves.toEqual({ code: 4001, reason: 'token_invalid' });
    await expect(refreshStatus(again.tokens.refresh)).resolves.toBe(200);
    await expect(listed(other)).resolves.toMatchObject([{ id: idOf(again) }]);
    await expect(other.drain()).resolves.toEqual([]);
    await other.close();
  });

  it('of the own session is answered, and then its connection closes', async () => {
    const { bob } = await users(parley, 'bob');
    const device = await bob.connect();
    await device.request('session.close', { session_id: idOf(bob) });
    await expect(device.closed()).resolves.toEqual(REVOKED);
  });

  it('finds no session that is of another user, unknown, or ended before', async () => {
    const { carol, dave } = await users(parley, 'carol', 'dave');
    const again = await logIn(parley, carol.username);
    const [device, daves] = [await carol.connect(), await dave.connect()];
    await device.request('session.close', { session_id: idOf(again) });
    for (const id of [idOf(dave), randomUUID(), idOf(again)]) {
      await expect(device.expectRefused('session.close', { session_id: id })).resolves.toMatchObject({
        code: 4004,
        detail: 'No such session.',
      });
    }
    await expect(refreshStatus(dave.tokens.refresh)).resolves.toBe(200);
    await expect(daves.drain()).resolves.toEqual([]);
    await Promise.all([device.close(), daves.close()]);
  });

  it.each([{}, { session_id: 'x' }, { session_id: null }, { session_id: 7 }])('refuses %j', async (data) => {
    const { erin } = await users(parley, 'erin');
    const device = await erin.connect();
    await expect(device.expectRefused('session.close', data)).resolves.toMatchObject({ code: 4003 });
    await device.close();
  });

  it('ends the log-in also for a refresh at the same moment', async () => {
    const { frank } = await users(parley, 'frank');
    const device = await frank.connect();
    for (let round = 0; round < 5; round += 1) {
      const again = await logIn(parley, frank.username);
      const refreshed = fetch(`${parley.url}/api/token/refresh/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh: again.tokens.refresh }),
      });
      const [response] = await Promise.all([refreshed, device.request('session.close', { session_id: idOf(again) })]);
      expect([200, 401]).toContain(response.status);
      const { refresh = again.tokens.refresh } = (await response.json()) as { refresh?: string };
      await expect(refreshStatus(refresh)).resolves.toBe(401);
    }
    await device.close();
  });
});

describe('a program that acts for a user', () => {
  it('lists and ends the sessions of that user, none of which is its own', async () => {
    const { grace, heidi } = await users(parley, 'grace', 'heidi');
    const program = await ApiClient.create(parley, { user: grace });
    const device = await grace.connect();
    const { data } = await program.request('sessionlist.dispatch', 'GET', '/api/sessions/');
    expect(data.sessions).toMatchObject([{ id: idOf(grace), current: false }]);
    const others = await program.expectRefused('DELETE', `/api/sessions/${idOf(heidi)}/`);
    expect(others).toMatchObject({ status: 404, code: 'not_found' });
    const closed = await program.request('sessionclose.dispatch', 'DELETE', `/api/sessions/${idOf(grace)}/`);
    expect(closed.data).toEqual({ session_id: idOf(grace) });
    await expect(device.closed()).resolves.toEqual(REVOKED);
    const { rows } = await database.query(
      `SELECT actor_id, api_key_id IS NOT NULL AS by_key FROM audit_entries
       WHERE action = 'session.close' AND subject_id = $1`,
      [grace.id],
    );
    expect(rows).toEqual([{ actor_id: grace.id, by_key: true }]);
  });
});
