import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { errors, exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'jose';

import { RemoteKeys } from './remote-keys.js';

const MINUTE_MS = 60_000;
const FLOOR_MS = 30_000;

/** An issuer, with the keys that it publishes and the number of requests to it. */
let server: Server;
let published: JWK[];
let asked: number;
let answer: (response: ServerResponse) => void;

let now: number;
let failures: unknown[];
let keys: RemoteKeys;

const key = async (kid: string): Promise<JWK> => {
  const { publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(publicKey)), alg: 'ES256', kid };
};

const publishes = (response: ServerResponse): void => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: published }));
};
const isBroken = (response: ServerResponse): void => {
  response.writeHead(503).end();
};

beforeEach(async () => {
  [published, asked, now, failures, answer] = [[await key('first')], 0, 0, [], publishes];
  server = createServer((_request, response) => {
    asked += 1;
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  keys = new RemoteKeys(url, { failed: (error) => failures.push(error), now: () => now });
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const isGood = (kid: string): Promise<boolean> =>
  keys.find({ alg: 'ES256', kid }, { payload: '', signature: '' }).then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(errors.JWKSNoMatchingKey);
      return false;
    },
  );

const flood = (): Promise<boolean[]> =>
  Promise.all(Array.from({ length: 100 }, (_, at) => isGood(`made up ${String(at)}`)));

describe('the key set of an issuer', () => {
  it('is fetched once for concurrent first tokens', async () => {
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => isGood('first'))))).toEqual(new Set([true]));
    expect(asked).toBe(1);
  });

  it('is fetched again for a token with a new key, which is valid from then on', async () => {
    await isGood('first');
    now += FLOOR_MS;
    published = [await key('second')];
    await expect(isGood('second')).resolves.toBe(true);
    await expect(isGood('first')).resolves.toBe(false);
    expect(asked).toBe(2);
  });

  it('is fetched at most once in 30 seconds, whatever keys tokens name', async () => {
    await isGood('first');
    for (const seconds of [0, 10, 29]) {
      now = seconds * 1_000;
      expect(new Set(await flood())).toEqual(new Set([false]));
    }
    expect(asked).toBe(1);
    now = FLOOR_MS;
    await flood();
    await flood();
    expect(asked).toBe(2);
    await expect(isGood('first')).resolves.toBe(true);
  });

  it('stays valid while the issuer is unavailable, without more frequent requests', async () => {
    await isGood('first');
    answer = isBroken;
    for (let minutes = 11; minutes < 21; minutes += 1) {
      now = minutes * MINUTE_MS;
      await expect(isGood('first')).resolves.toBe(true);
      await flood();
    }
    expect(asked).toBe(11);
    expect(failures).toHaveLength(10);
  });

  it('loses a withdrawn key after ten minutes at most', async () => {
    await isGood('first');
    published = [await key('second')];
    now = 10 * MINUTE_MS - 1;
    await expect(isGood('first')).resolves.toBe(true);
    now += 1;
    await expect(isGood('first')).resolves.toBe(false);
  });

  it('is fetched soon after an issuer becomes available that was unavailable at first', async () => {
    answer = isBroken;
    await flood();
    await flood();
    expect(asked).toBe(1);
    answer = publishes;
    now += 2_000;
    await expect(isGood('first')).resolves.toBe(true);
  });

  it('is waited for only for a limited time', async () => {
    answer = () => undefined;
    await expect(isGood('first')).resolves.toBe(false);
    expect(failures).toEqual([expect.any(errors.JWKSTimeout)]);
  });
});
