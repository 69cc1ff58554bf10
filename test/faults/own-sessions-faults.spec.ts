import type { Client } from 'pg';

import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { waitForOpenSessions } from '../support/sessions.js';
import { claimsOf } from '../support/tokens.js';

let serviceData: ServiceData;
let here: Service;
let there: Service;
/** Holds locks. */
let slow: Client;
let other: Client;

beforeAll(async () => {
  here = await sharedService();
  ({ serviceData } = here);
  there = await Service.start({}, serviceData);
  [slow, other] = await Promise.all([connected(serviceData), connected(serviceData)]);
});
afterAll(async () => {
  await Promise.all([slow.end(), other.end()]);
  await there.stop();
});

const idOf = ({ tokens }: TestUser): string => claimsOf(tokens.access).fam as string;

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${here.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const waiting = async (count: number): Promise<void> =>
  eventually(async () => {
    const { rowCount } = await other.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount === count;
  });

describe('a session that is closed', () => {
  it('is not refreshed by a request that was waiting for the close', async () => {
    const { alice } = await users(here, 'alice');
    const again = await logIn(here, alice.username);
    const device = await alice.connect(there);
    await slow.query('BEGIN');
    await slow.query('SELECT FROM refresh_tokens WHERE family = $1 FOR UPDATE', [idOf(again)]);
    const closed = device.request('session.close', { session_id: idOf(again) });
    await waiting(1);
    const refreshed = post('/api/token/refresh/', { refresh: again.tokens.refresh });
    await waiting(2);
    await slow.query('COMMIT');
    await closed;
    expect((await refreshed).status).toBe(401);
    await device.close();
  });
});

describe('the last activity of a session whose connection has closed', () => {
  it('is written for all others while one of them is being changed', async () => {
    const { erin, frank } = await users(here, 'erin', 'frank');
    const devices = [await erin.connect(), await frank.connect()];
    await slow.query('BEGIN');
    await slow.query('SELECT FROM refresh_tokens WHERE family = $1 FOR UPDATE', [idOf(erin)]);
    for (const device of devices) await device.close();
    const isWritten = 'SELECT FROM refresh_tokens WHERE family = $1 AND active_at IS NOT NULL';
    await eventually(async () => (await other.query(isWritten, [idOf(frank)])).rowCount === 1);
    await slow.query('COMMIT');
  });
});

describe('a log-in with the old password while the password is changed', () => {
  const password = 'correct horse battery staple';

  /** Both wait for the row of the user, in this order. @returns the tokens of the log-in, or its refusal */
  async function race(user: TestUser, order: 'log-in first' | 'change first'): Promise<Response> {
    await slow.query('BEGIN');
    await slow.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [user.id]);
    const logsIn = (): Promise<Response> => post('/api/token/', { username: user.username, password });
    const changes = (): Promise<Response> =>
      fetch(`${there.url}/api/account/password/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${user.tokens.access}` },
        body: JSON.stringify({ old_password: password, new_password: 'eleven blue kettles' }),
      });
    const first = order === 'log-in first' ? logsIn() : changes();
    await waiting(1);
    const second = order === 'log-in first' ? changes() : logsIn();
    await waiting(2);
    await slow.query('COMMIT');
    const [loggedIn, changed] = order === 'log-in first' ? [await first, await second] : [await second, await first];
    expect(changed.status).toBe(204);
    return loggedIn;
  }

  it('is ended by the change if it is stored before', async () => {
    const { carol } = await users(here, 'carol');
    const loggedIn = await race(carol, 'log-in first');
    expect(loggedIn.status).toBe(200);
    const { refresh } = (await loggedIn.json()) as { refresh: string };
    expect((await post('/api/token/refresh/', { refresh })).status).toBe(401);
  });

  it('is refused if the change is stored before', async () => {
    const { dave } = await users(here, 'dave');
    expect((await race(dave, 'change first')).status).toBe(401);
  });
});

describe('the list of sessions after a node was killed', () => {
  it('has the log-ins without their connections to that node', async () => {
    const { bob } = await users(here, 'bob');
    const again = await logIn(here, bob.username);
    const [lost, device] = [await bob.connect(there), await again.connect(here)];
    await waitForOpenSessions(2, serviceData, bob.username);
    await there.kill('SIGKILL');
    await lost.closed();
    await other.query(
      `UPDATE nodes SET alive_at = now() - interval '21 seconds'
       WHERE id = (SELECT node_id FROM sessions WHERE log_in = $1)`,
      [idOf(bob)],
    );
    const { data } = await device.request('session.list', {});
    expect(data.sessions.map(({ id, connections }) => [id, connections.length]).sort()).toEqual(
      [
        [idOf(bob), 0],
        [idOf(again), 1],
      ].sort(),
    );
    await device.request('session.close', { session_id: idOf(bob) });
    expect((await post('/api/token/refresh/', { refresh: bob.tokens.refresh })).status).toBe(401);
    await device.close();
  });
});
