import type { Client } from 'pg';

import { connected } from '../../support/database.js';
import { logIn, users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';
import { claimsOf, revoked } from '../../support/tokens.js';

const LIMIT = 3;

let parley: Service;
let database: Client;

beforeAll(async () => {
  parley = await Service.start({ LOGINS_PER_USER: String(LIMIT) });
  database = await connected(parley.serviceData);
});
afterAll(async () => {
  await database.end();
  await parley.stop();
});

const newLogIns = async (username: string, count: number): Promise<TestUser[]> => {
  const made: TestUser[] = [];
  while (made.length < count) made.push(await logIn(parley, username));
  return made;
};

const isActive = async ({ tokens }: TestUser): Promise<boolean> => {
  const response = await fetch(`${parley.url}/api/token/verify/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: tokens.refresh }),
  });
  return response.ok;
};

const activeOf = async (logIns: readonly TestUser[]): Promise<number> =>
  (await Promise.all(logIns.map(isActive))).filter(Boolean).length;

/** The stored log-ins of a user, ended ones included. */
const storedOf = async ({ id }: TestUser): Promise<number> => {
  const { rows } = await database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM refresh_tokens WHERE user_id = $1',
    [id],
  );
  return rows[0]!.count;
};

describe('LOGINS_PER_USER', () => {
  it('ends the oldest log-in with one more, and closes its connections', async () => {
    const { bob } = await users(parley, 'bob');
    const [oldest, ...others] = await newLogIns('alice1', LIMIT);
    const [old, kept, bobs] = [await oldest!.connect(), await others[0]!.connect(), await bob.connect()];

    const newest = await logIn(parley, 'alice1');
    expect(await old.closed()).toEqual({ code: 4001, reason: 'token_invalid' });
    await expect(isActive(oldest!)).resolves.toBe(false);
    await expect(activeOf([...others, newest, bob])).resolves.toBe(LIMIT + 1);
    for (const device of [kept, bobs]) {
      await device.request('session.heartbeat', {});
      await device.close();
    }
  });

  it('does not count log-ins that were logged out or have expired', async () => {
    const logIns = await newLogIns('carol1', LIMIT);
    const [out, expired, kept] = logIns;
    await revoked(parley, out!.tokens.refresh);
    await database.query(`UPDATE refresh_tokens SET expires_at = now() WHERE family = $1`, [
      claimsOf(expired!.tokens.refresh).fam,
    ]);
    const more = await newLogIns('carol1', LIMIT - 1);
    await expect(activeOf([kept!, ...more])).resolves.toBe(LIMIT);
  });

  it('is not exceeded by concurrent log-ins, and ended log-ins do not pile up', async () => {
    const made = await Promise.all(Array.from({ length: 5 * LIMIT }, () => logIn(parley, 'dave1')));
    await expect(activeOf(made)).resolves.toBe(LIMIT);
    // The template's log-in of the user is among the ended ones.
    await expect(storedOf(made[0]!)).resolves.toBeLessThanOrEqual(LIMIT + 1);
  });
});
