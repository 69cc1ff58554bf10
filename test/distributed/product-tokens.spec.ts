import { randomUUID } from 'node:crypto';

import { decodeJwt } from 'jose';

import { ApiClient } from '../support/api.js';
import type { Answered } from '../support/api.js';
import { openClient } from '../support/handshake.js';
import { ProductBackend, userPath } from '../support/product.js';
import { keepToken } from '../support/secrets.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

interface BackendToken {
  readonly access: string;
  readonly expires_at: string;
}

let parley: Service;
let shop: ProductBackend;

beforeAll(async () => {
  parley = await sharedService();
  shop = await ProductBackend.create(parley);
});

const newId = (): string => `cust:${randomUUID()}`;
const tokensPath = (externalId: string): string => `${userPath(externalId)}tokens/`;
const ask = (externalId: string, body: object = {}): Promise<Answered> =>
  shop.api.send('POST', tokensPath(externalId), body);

async function tokenOf(externalId: string, body?: object): Promise<BackendToken> {
  const { status, body: answer } = await ask(externalId, body);
  expect([status, answer]).toEqual([
    200,
    { access: expect.any(String) as string, expires_at: expect.any(String) as string },
  ]);
  keepToken((answer as BackendToken).access);
  return answer as BackendToken;
}

async function connect(token: string) {
  const client = await openClient(parley.url, { token, clusterBarrier: parley.clusterBarrier });
  await client.receive('chat.notifications');
  return client;
}

describe('a token by key', () => {
  it('opens connections of its user until it expires, and is a log-in with its device', async () => {
    const { external_id: id, username } = await shop.user();
    const before = Date.now();
    const { access, expires_at: expiresAt } = await tokenOf(id, { expires_in: 600, device: 'Shop on a phone' });
    const { iat, exp } = decodeJwt(access);
    expect(exp! - iat!).toBe(600);
    expect(Math.abs(Date.parse(expiresAt) - before - 600_000)).toBeLessThan(30_000);
    const device = await connect(access);
    const { data } = await device.request('session.list', {});
    expect(JSON.stringify(data)).toContain('Shop on a phone');
    await expect(device.request('user.find', { username })).resolves.toMatchObject({ data: { username } });
    await device.close();
    expect((decodeJwt((await tokenOf(id)).access).exp ?? 0) - Math.floor(Date.now() / 1_000)).toBeGreaterThan(3_500);
  });

  it('is valid although an earlier one was ended within its lifetime', async () => {
    const { external_id: id } = await shop.user();
    await shop.api.send('DELETE', tokensPath(id));
    const device = await connect((await tokenOf(id, { expires_in: 60 })).access);
    await device.close();
  });

  it('makes its user at once, who is one also for many requests at once', async () => {
    const id = newId();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => tokenOf(id, { user: { first_name: 'Ada', kind: 'guest' } })),
    );
    expect(new Set(answers.map(({ access }) => decodeJwt(access).sub)).size).toBe(1);
    await expect(shop.user(id)).resolves.toMatchObject({ first_name: 'Ada', kind: 'guest' });
    await tokenOf(id, { user: { first_name: 'Grace', kind: 'member' } });
    await expect(shop.user(id)).resolves.toMatchObject({ first_name: 'Grace', kind: 'member' });
  });

  it('is refused for an unknown or an inactive user, who is not changed', async () => {
    await expect(ask(newId())).resolves.toMatchObject({ status: 404, body: { code: 'not_found' } });
    const { external_id: id, ...user } = await shop.user(newId(), { is_active: false });
    for (const body of [{}, { user: {} }, { user: { first_name: 'Ada' } }]) {
      await expect(ask(id, body)).resolves.toMatchObject({ status: 409, body: { code: 'conflict' } });
    }
    await expect(shop.user(id)).resolves.toEqual({ ...user, external_id: id });
  });

  it.each([
    [{ expires_in: 86_401 }, 'expires_in'],
    [{ expires_in: 0 }, 'expires_in'],
    [{ expires_in: 1.5 }, 'expires_in'],
    [{ device: 'x'.repeat(257) }, 'device'],
    [{ user: { is_active: true } }, 'user'],
    [{ seconds: 1 }, 'seconds'],
  ])('is refused with %j, and the user is not made', async (body, field) => {
    const id = newId();
    const answer = await ask(id, { user: {}, ...body });
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, [field]]);
    await expect(shop.remove(id)).resolves.toMatchObject({ status: 404 });
  });

  it('gives no role in the deployment', async () => {
    const { external_id: id, username } = await shop.user();
    await parley.parley('users', 'set-role', username, 'admin');
    const device = await connect((await tokenOf(id)).access);
    await expect(device.expectRefused('report.list', {})).resolves.toMatchObject({ code: 4002 });
    await device.close();
  });

  it('needs the scope tokens:issue', async () => {
    const other = await ApiClient.create(parley, { scopes: 'users:manage' });
    for (const method of ['POST', 'DELETE']) {
      await expect(other.expectRefused(method, tokensPath('cust:1'), {})).resolves.toMatchObject({
        status: 403,
        detail: 'The key lacks the scope tokens:issue.',
      });
    }
    const issuing = await ApiClient.create(parley, { scopes: 'tokens:issue' });
    await expect(issuing.send('POST', tokensPath(newId()), { user: {} })).resolves.toMatchObject({ status: 200 });
  });
});

it('ending the tokens of a user closes every connection within a second, on every node', async () => {
  const { external_id: id, username } = await shop.user();
  const { access } = (await parley.parley('tokens', 'issue', username)) as { access: string };
  const devices = await Promise.all([
    ...[1, 2, 3, 4].map(async () => connect((await tokenOf(id)).access)),
    connect(access),
  ]);
  const began = performance.now();
  await expect(shop.api.send('DELETE', tokensPath(id))).resolves.toMatchObject({ status: 200, body: {} });
  for (const device of devices) {
    await expect(device.closed()).resolves.toMatchObject({ code: 4001, reason: 'token_invalid' });
  }
  expect(performance.now() - began).toBeLessThan(1_000);
  await expect(shop.api.send('DELETE', tokensPath(newId()))).resolves.toMatchObject({ status: 404 });
});
