import { password } from '../servers/template.js';
import type { Service } from '../support/service.js';
import { SharedKeys } from '../support/shared-keys.js';
import { TwoNodes } from '../support/two-nodes.js';

const LIMIT = 4;

let nodes: TwoNodes;

/** Each story with guessers of its own: whom a proxy of TRUST_PROXY speaks for. */
let guesser: string;
let stories = 0;

beforeAll(async () => {
  nodes = await TwoNodes.start({ FAILED_LOGINS_PER_MINUTE: String(LIMIT), TRUST_PROXY: 'loopback' });
});
afterAll(() => nodes.stop());
beforeEach(() => {
  guesser = `203.0.113.${String(++stories)}`;
});
afterEach(() => {
  nodes.cable.mend();
});

async function logsIn(service: Service, username: string, given: string, from = guesser): Promise<number> {
  const { status } = await fetch(`${service.url}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ username, password: given }),
  });
  return status;
}

const onEither = (at: number): Service => (at % 2 === 0 ? nodes.here : nodes.there);

const count = (answers: readonly number[], status: number): number => answers.filter((each) => each === status).length;

describe('failed log-ins on two nodes', () => {
  it('are as many as the limit together, from one address and of one username', async () => {
    for (let at = 0; at < LIMIT; at += 1) await expect(logsIn(onEither(at), 'alice1', 'wrong')).resolves.toBe(401);
    for (const node of [nodes.here, nodes.there]) {
      await expect(logsIn(node, 'alice1', password, '198.51.100.1')).resolves.toBe(429);
      await expect(logsIn(node, 'bob1', password)).resolves.toBe(429);
      await expect(logsIn(node, 'bob1', password, '198.51.100.1')).resolves.toBe(200);
    }
  });

  it('are no more when they come to both in one moment', async () => {
    const guesses = Array.from({ length: 30 }, (_, at) => logsIn(onEither(at), 'carol1', 'wrong'));
    const answers = await Promise.all(guesses);
    expect([count(answers, 401), count(answers, 429)]).toEqual([LIMIT, 30 - LIMIT]);
  });

  it('are not those that succeed, however many come to both in one moment', async () => {
    const right = Array.from({ length: 30 }, (_, at) => logsIn(onEither(at), 'dave1', password));
    expect(count(await Promise.all(right), 200)).toBe(30);
    await expect(logsIn(nodes.here, 'dave1', 'wrong')).resolves.toBe(401);
  });

  it('are told to Redis under names that say neither who nor from where', async () => {
    await logsIn(nodes.here, 'erin1', 'wrong');
    const keys = await SharedKeys.of(nodes.place);
    const names = (await keys.names()).filter((name) => name.startsWith('log-ins'));
    keys.close();
    expect(names.length).toBeGreaterThanOrEqual(2);
    expect(names.join('\n')).not.toMatch(/erin|203\.0\.113/);
  });
});

describe.each(['cut', 'freeze'] as const)('while Redis is away (%s)', (fault) => {
  it('nobody is locked out, and nobody guesses without end on either node', async () => {
    nodes.cable[fault]();
    await expect(logsIn(nodes.here, 'frank1', password, '198.51.100.2')).resolves.toBe(200);
    for (const node of [nodes.here, nodes.there]) {
      const answers: number[] = [];
      for (let guess = 0; guess < 2 * LIMIT; guess += 1) answers.push(await logsIn(node, `nobody${fault}`, 'wrong'));
      expect([count(answers, 401), count(answers, 429)]).toEqual([LIMIT, LIMIT]);
    }
    await expect(logsIn(nodes.there, 'frank1', password, '198.51.100.3')).resolves.toBe(200);
  });
});
