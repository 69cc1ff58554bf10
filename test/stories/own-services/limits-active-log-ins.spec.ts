import type { Client } from 'pg';

import { connected } from '../../support/database.js';
import { openClient } from '../../support/handshake.js';
import { logIn, users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { ProductBackend, userPath } from '../../support/product.js';
import { keepToken } from '../../support/secrets.js';
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

const isValid = async (token: string): Promise<boolean> => {
  const response = await fetch(`${parley.url}/api/token/verify/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return response.ok;
};

const isActive = ({ tokens }: TestUser): Promise<boolean> => isValid(tokens.refresh);

const activeOf = async (logIns: readonly TestUser[]): Promise<number> =>
  (await Promise.all(logIns.map(isActive))).filter(Boolean).length;

/** The stored log-ins of a user, ended ones included. */
const storedOf = async ({ id }: Pick<TestUser, 'id'>): Promise<number> => {
  const { rows } = await database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM refresh_tokens WHERE user_id = $1',
    [id],
  );
  return rows[0]!.count;
};

const countOf = async (tokens: readonly string[]): Promise<number> =>
  (await Promise.all(tokens.map(isValid))).filter(Boolean).length;

/** An access token that a backend has asked for. */
async function tokenOf({ api }: ProductBackend, externalId: string): Promise<string> {
  const { status, body } = await api.send('POST', `${userPath(externalId)}tokens/`, {});
  expect(status).toBe(200);
  const { access } = body as { readonly access: string };
  keepToken(access);
  return access;
}

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

  describe('of a user of a backend', () => {
    let shop: ProductBackend;

    beforeAll(async () => {
      shop = await ProductBackend.create(parley);
    });

    it('ends the oldest token with one more, and closes its connections', async () => {
      const user = await shop.user();
      const [oldest, ...others] = [
        await tokenOf(shop, user.external_id),
        await tokenOf(shop, user.external_id),
        await tokenOf(shop, user.external_id),
      ];
      const [old, kept] = await Promise.all([oldest, others[0]].map((token) => openClient(parley.url, { token })));
      const newest = await tokenOf(shop, user.external_id);
      expect(await old!.closed()).toEqual({ code: 4001, reason: 'token_invalid' });
      await expect(isValid(oldest)).resolves.toBe(false);
      await expect(countOf([...others, newest])).resolves.toBe(LIMIT);
      await kept!.request('session.heartbeat', {});
      await kept!.close();
    });

    it('counts the log-ins by password too, of which the oldest ends', async () => {
      const { external_id: id, username } = await shop.user();
      const { access, refresh } = (await parley.parley('tokens', 'issue', username)) as Readonly<
        Record<string, string>
      >;
      const tokens = [await tokenOf(shop, id), await tokenOf(shop, id)];
      await expect(countOf([access!, refresh!])).resolves.toBe(2);
      tokens.push(await tokenOf(shop, id));
      await expect(countOf([access!, refresh!])).resolves.toBe(0);
      await expect(countOf(tokens)).resolves.toBe(LIMIT);
    });

    it('is not exceeded by twenty tokens at once, of which none is refused, and ended ones do not pile up', async () => {
      const { id, external_id: externalId } = await shop.user();
      const made = await Promise.all(Array.from({ length: 20 }, () => tokenOf(shop, externalId)));
      expect(new Set(made).size).toBe(20);
      await expect(countOf(made)).resolves.toBe(LIMIT);
      await expect(storedOf({ id })).resolves.toBeLessThanOrEqual(LIMIT + 1);
      await expect(isValid(await tokenOf(shop, externalId))).resolves.toBe(true);
      await expect(countOf(made)).resolves.toBe(LIMIT - 1);
    });
  });
});
