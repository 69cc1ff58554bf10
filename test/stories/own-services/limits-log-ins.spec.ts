import request from 'supertest';

import { Service } from '../../support/service.js';

const password = 'correct horse battery staple';
const LIMIT = 3;

const OF_ADDRESS = 10;

const limits = { FAILED_LOGINS_PER_MINUTE: String(LIMIT), FAILED_LOGINS_PER_ADDRESS: String(OF_ADDRESS) };

/** Limits by the address of the socket. */
let parley: Service;
/** Limits by the address that a proxy reports, so that each test has an address of its own. */
let behindProxy: Service;

beforeAll(async () => {
  parley = await Service.start(limits);
  behindProxy = await Service.start({ ...limits, TRUST_PROXY: 'loopback' });
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

const post = (path: string, body: object, from = address): request.Test =>
  postTo(behindProxy, path, body).set('x-forwarded-for', from);
const logsIn = (username: string, given: string, from?: string): request.Test =>
  post('/api/token/', { username, password: given }, from);
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

    for (let count = 0; count < LIMIT; count += 1) await expect(status(logsIn('nobody', 'wrong'))).resolves.toBe(401);
    const unknown = await logsIn('nobody', 'wrong');
    expect([unknown.status, unknown.body]).toEqual([answer.status, answer.body]);
  });

  it('locks neither other users of the address out, nor the user at other addresses', async () => {
    for (let count = 0; count < 2 * LIMIT; count += 1) await logsIn('erin1', 'wrong');
    await expect(status(logsIn('erin1', password))).resolves.toBe(429);
    await expect(status(logsIn('frank1', password))).resolves.toBe(200);
    await expect(status(logsIn('erin1', password, '198.51.100.20'))).resolves.toBe(200);
  });

  it('slows the log-ins of a username that fails from many addresses, and refuses none of them', async () => {
    const guesses = Array.from({ length: 3 * LIMIT }, (_, at) => logsIn('grace1', 'wrong', `198.51.100.${String(at)}`));
    expect(new Set(await Promise.all(guesses.map(status)))).toEqual(new Set([401]));
    const start = performance.now();
    await expect(status(logsIn('grace1', password))).resolves.toBe(200);
    const elapsed = performance.now() - start;
    // A timer of Node.js may end a millisecond early.
    expect(elapsed).toBeGreaterThanOrEqual(1_990);
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
});

describe('FAILED_LOGINS_PER_ADDRESS', () => {
  const spray = async (log: (username: string) => Promise<number>): Promise<number[]> => {
    const answers: number[] = [];
    for (let count = 0; count <= OF_ADDRESS; count += 1) answers.push(await log(`nobody${String(count)}`));
    return answers;
  };
  const untilRefused = [...Array<number>(OF_ADDRESS).fill(401), 429];

  it('bounds the failures of an address, whatever the usernames, and refuses it only for itself', async () => {
    await expect(spray((username) => status(logsIn(username, 'wrong')))).resolves.toEqual(untilRefused);
    await expect(status(logsIn('heidi1', password))).resolves.toBe(429);
    await expect(status(logsIn('heidi1', password, '198.51.100.30'))).resolves.toBe(200);
  });

  it('counts by the address of the socket, whatever the headers contain', async () => {
    let claimed = 0;
    const guess = (username: string): Promise<number> =>
      status(logsInTo(parley, username, 'wrong').set('x-forwarded-for', `203.0.113.${String((claimed += 1))}`));
    await expect(spray(guess)).resolves.toEqual(untilRefused);
  });

  it('counts by the address that a trusted proxy reports, not by the one that its client claims', async () => {
    let claimed = 0;
    const guess = (username: string): Promise<number> =>
      status(logsIn(username, 'wrong', `198.51.100.${String((claimed += 1))}, 203.0.113.7`));
    await expect(spray(guess)).resolves.toEqual(untilRefused);
    await expect(status(logsIn('somebody', 'wrong', '203.0.113.8'))).resolves.toBe(401);
  });
});
