import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';

import { SignJWT } from 'jose';

import type { ChatClient } from '../support/chat-client.js';
import { openClient } from '../support/handshake.js';
import { users } from '../support/people.js';
import { ProductBackend } from '../support/product.js';
import { Service } from '../support/service.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const ISSUER = 'https://shop.example';

let parley: Service;
let shop: ProductBackend;

beforeAll(async () => {
  parley = await Service.start({
    JWT_PUBLIC_KEY: publicKey.replaceAll('\n', '\\n'),
    JWT_ISSUER: ISSUER,
    JWT_USER_LOOKUP: 'id',
    JWT_CREATE_USERS: 'on',
  });
  shop = await ProductBackend.create(parley);
});
afterAll(() => parley.stop());

const newId = (): string => `cust:${randomUUID()}`;

const signed = (claims: object, issuer = ISSUER): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(createPrivateKey(privateKey));

async function open(claims: object, issuer?: string): Promise<ChatClient> {
  const { url, clusterBarrier } = parley;
  return openClient(url, { token: await signed(claims, issuer), clusterBarrier });
}

async function connect(claims: object): Promise<ChatClient> {
  const client = await open(claims);
  await client.receive('chat.notifications');
  return client;
}

const profileOf = async (client: ChatClient): Promise<object> => (await client.request('user.update', {})).data.user;

describe('the first token of the own issuer', () => {
  it('makes its user with the claims that are valid, and a later one changes nothing', async () => {
    const sub = newId();
    const claims = {
      sub,
      given_name: 'Ada',
      family_name: 'Love',
      email: 'a@b.example',
      picture: 'https://b.example/a.png',
    };
    const first = await connect(claims);
    const username = sub.replace(':', '-');
    const user = { username, first_name: 'Ada', last_name: 'Love', avatar: claims.picture };
    expect(await profileOf(first)).toMatchObject(user);
    const second = await connect({ sub, given_name: 'Eve' });
    expect(await profileOf(second)).toMatchObject(user);
    await Promise.all([first, second].map((client) => client.close()));
    await expect(shop.put(sub)).resolves.toMatchObject({ status: 200, body: { ...user, email: 'a@b.example' } });
    const entries = (await parley.parley('audit', 'list', '--user', username)) as { action: string }[];
    expect(entries.map(({ action }) => action)).toEqual(['log_in.user_created']);
  });

  it('ignores claims that are not valid, and takes the name where there is no other', async () => {
    const claims = {
      name: 'Ada Love',
      given_name: 7,
      family_name: 'a\nb',
      email: 'nobody',
      picture: 'javascript:alert(1)',
    };
    const client = await connect({ sub: newId(), ...claims });
    expect(await profileOf(client)).toMatchObject({ first_name: 'Ada Love', last_name: '', avatar: null });
    await client.close();
  });

  it('makes one user of many handshakes at once, on every node', async () => {
    const sub = newId();
    const clients = await Promise.all(Array.from({ length: 10 }, () => connect({ sub })));
    const ids = await Promise.all(clients.map(async (client) => (await profileOf(client)) as { id: number }));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    await Promise.all(clients.map((client) => client.close()));
  });

  it('touches no user whose id or name it has, and opens the user of the backend', async () => {
    const { alice } = await users(parley, 'alice');
    for (const sub of [String(alice.id), alice.username]) {
      const client = await connect({ sub });
      const profile = (await profileOf(client)) as { id: number; username: string };
      expect(profile.id).not.toBe(alice.id);
      expect(profile.username).not.toBe(alice.username);
      await client.close();
    }
    const { external_id: sub, id } = await shop.user();
    const client = await connect({ sub });
    expect(await profileOf(client)).toMatchObject({ id });
    await client.close();
  });

  it('makes nobody with a wrong issuer, with a sub that is no external id, or for a deactivated user', async () => {
    const { external_id: inactive } = await shop.user(newId(), { is_active: false });
    const forged = newId();
    for (const [claims, issuer, reason] of [
      [{ sub: forged }, 'https://evil.example', 'token_invalid'],
      [{}, ISSUER, 'token_invalid'],
      [{ sub: 7 }, ISSUER, 'token_invalid'],
      [{ sub: 'x'.repeat(201) }, ISSUER, 'token_invalid'],
      [{ sub: inactive }, ISSUER, 'user_inactive'],
    ] as const) {
      const client = await open(claims, issuer);
      await expect(client.closed()).resolves.toMatchObject({ code: 4001, reason });
    }
    await expect(shop.remove(forged)).resolves.toMatchObject({ status: 404 });
  });
});
