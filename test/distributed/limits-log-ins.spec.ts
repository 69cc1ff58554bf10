import request from 'supertest';

import { Service } from '../support/service.js';

const password = 'correct horse battery staple';
const LIMIT = 3;

const FAILED_LOGINS_PER_MINUTE = String(LIMIT);

/** Limits by the address of the socket. */
let parley: Service;
/** Limits by the address that a proxy reports, so that each test has an address of its own. */
let behindProxy: Service;

beforeAll(async () => {
  parley = await Service.start({ FAILED_LOGINS_PER_MINUTE });
  behindProxy = await Service.start({ FAILED_LOGINS_PER_MINUTE, TRUST_PROXY: 'loopback' });
});
afterAll(async () => {
  await parley.stop();
  await behindProxy.stop();
});

const postTo = (service: Service, path: string, body: object): request.Test =>
  request(service.url).post(path).set('content-type', 'application/json').send(body);
const logsInTo = (service: Service, username: string, given: string): request.Test =>
  postTo(service, '/api/token/', { username, password: given });

let tests = 0;
let address: string;
beforeEach(() => {
  tests += 1;
  address = `192.0.2.${String(tests)}`;
});

const post = (path: string, body: object): request.Test =>
  postTo(behindProxy, path, body).set('x-forwarded-for', address);
const logsIn = (username: string, given: string): request.Test => post('/api/token/', { username, password: given });
const status = async (requested: request.Test): Promise<number> => (await requested).status;

describe('FAILED_LOGINS_PER_MINUTE', () => {
  it('answers failed log-ins with 401, and above the limit any log-in with 429 and Retry-After', async () => {
    for (let count = 0; count < LIMIT; count += 1) await expect(status(logsIn('alice1', 'wrong'))).resolves.toBe(401);
    const answer = await logsIn('alice1', password);
    expect([answer.status, answer.body]).toEqual([429, { detail: expect.any(String) as string, code: 'throttled' }]);
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(Number.isInteger(seconds)).toBe(true);

    const [anyone, nobody] = [await logsIn('bob1', 'wrong'), await logsIn('nobody', 'wrong')];
    expect(anyone.body).toEqual(answer.body);
    expect([anyone.status, anyone.body]).toEqual([nobody.status, nobody.body]);
  });

  it('is not exceeded by concurrent log-ins', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => status(logsIn('carol1', 'wrong'))));
    expect(answers.filter((answer) => answer === 401)).toHaveLength(LIMIT);
    expect(answers.filter((answer) => answer === 429)).toHaveLength(20 - LIMIT);
  });

  it('does not count successful log-ins, nor requests without credentials', async () => {
    const right = Array.from({ length: 20 }, () => status(logsIn('Dave1', password)));
    expect(new Set(await Promise.all(right))).toEqual(new Set([200]));
    for (let count = 0; count < 2 * LIMIT; count += 1) {
      await expect(status(post('/api/token/', { username: 'dave1' }))).resolves.toBe(400);
      await expect(status(post('/api/token/refresh/', { refresh: 'x' }))).resolves.toBe(401);
      await expect(status(post('/api/token/verify/', { token: 'x' }))).resolves.toBe(401);
    }
    for (let count = 0; count < LIMIT; count += 1) await expect(status(logsIn('dave1', 'wrong'))).resolves.toBe(401);
    await expect(status(logsIn('dave1', password))).resolves.toBe(429);
    await expect(status(post('/api/token/verify/', { token: 'x' }))).resolves.toBe(401);
  });

  it('counts by the address of the socket, whatever the headers contain', async () => {
    for (let count = 0; count < LIMIT; count += 1) {
      await logsInTo(parley, `nobody${String(count)}`, 'wrong').set('x-forwarded-for', `203.0.113.${String(count)}`);
    }
    await expect(status(logsInTo(parley, 'bob1', password).set('x-forwarded-for', '203.0.113.9'))).resolves.toBe(429);
  });

  it('counts by the address that a trusted proxy reports, not by the one that its client claims', async () => {
    const guesses = (by: string, username = 'somebody'): Promise<number> =>
      status(logsInTo(behindProxy, username, 'wrong').set('x-forwarded-for', by));
    for (let count = 0; count < LIMIT; count += 1) {
      const by = `198.51.100.${String(count)}, 203.0.113.7`;
      await expect(guesses(by, `nobody${String(count)}`)).resolves.toBe(401);
    }
    await expect(guesses('198.51.100.9, 203.0.113.7')).resolves.toBe(429);
    await expect(guesses('203.0.113.8')).resolves.toBe(401);
  });
});
