import { password } from '../servers/template.js';
import { logIn } from '../support/people.js';
import type { Service } from '../support/service.js';
import { SharedKeys } from '../support/shared-keys.js';
import { TwoNodes } from '../support/two-nodes.js';

const LIMIT = 4;
const OF_ADDRESS = 10;

let nodes: TwoNodes;

/** Each story has client addresses of its own, by a trusted proxy's header. */
let attackerAddress: string;
let stories = 0;

beforeAll(async () => {
  nodes = await TwoNodes.start({
    FAILED_LOGINS_PER_MINUTE: String(LIMIT),
    FAILED_LOGINS_PER_ADDRESS: String(OF_ADDRESS),
    TRUST_PROXY: 'loopback',
  });
});
afterAll(() => nodes.stop());
beforeEach(() => {
  attackerAddress = `203.0.113.${String(++stories)}`;
});
afterEach(() => nodes.cable.mend());

async function logsIn(service: Service, username: string, given: string, from = attackerAddress): Promise<number> {
  const { status } = await fetch(`${service.url}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ username, password: given }),
  });
  return status;
}

const onEither = (at: number): Service => (at % 2 === 0 ? nodes.here : nodes.there);

const count = (answers: readonly number[], status: number): number => answers.filter((each) => each === status).length;

describe('the limit of failed log-ins on two nodes', () => {
  it('counts the attempts on both nodes, by username and address together', async () => {
    for (let at = 0; at < LIMIT; at += 1) await expect(logsIn(onEither(at), 'alice1', 'wrong')).resolves.toBe(401);
    for (const node of [nodes.here, nodes.there]) {
      await expect(logsIn(node, 'alice1', password)).resolves.toBe(429);
      await expect(logsIn(node, 'alice1', password, '198.51.100.1')).resolves.toBe(200);
      await expect(logsIn(node, 'bob1', password)).resolves.toBe(200);
    }
  });

  it('counts the attempts of an address with any username on both nodes', async () => {
    for (let at = 0; at < OF_ADDRESS; at += 1) {
      await expect(logsIn(onEither(at), `nobody${String(at)}`, 'wrong')).resolves.toBe(401);
    }
    for (const node of [nodes.here, nodes.there]) await expect(logsIn(node, 'bob1', password)).resolves.toBe(429);
  });

  it('slows a username after failures on both nodes', async () => {
    for (let at = 0; at < LIMIT; at += 1) {
      await expect(logsIn(onEither(at), 'heidi1', 'wrong', `198.51.100.${String(10 + at)}`)).resolves.toBe(401);
    }
    const start = performance.now();
    await expect(logsIn(nodes.there, 'heidi1', password)).resolves.toBe(200);
    // A timer of Node.js may end a millisecond early.
    expect(performance.now() - start).toBeGreaterThanOrEqual(240);
  });

  it('holds for attempts on both nodes at the same moment', async () => {
    const guesses = Array.from({ length: 30 }, (_, at) => logsIn(onEither(at), 'carol1', 'wrong'));
    const answers = await Promise.all(guesses);
    expect([count(answers, 401), count(answers, 429)]).toEqual([LIMIT, 30 - LIMIT]);
  });

  it('does not count log-ins that succeed, however many come at the same moment', async () => {
    const right = Array.from({ length: 30 }, (_, at) => logsIn(onEither(at), 'dave1', password));
    expect(count(await Promise.all(right), 200)).toBe(30);
    await expect(logsIn(nodes.here, 'dave1', 'wrong')).resolves.toBe(401);
  });

  it('uses Redis keys that contain neither the username nor the address', async () => {
    await logsIn(nodes.here, 'erin1', 'wrong');
    const keys = await SharedKeys.of(nodes.serviceData);
    const names = (await keys.names()).filter((name) => name.startsWith('log-ins'));
    keys.close();
    expect(names.length).toBeGreaterThanOrEqual(2);
    expect(names.join('\n')).not.toMatch(/erin|203\.0\.113/);
  });
});

describe('a refresh token that is exchanged on two nodes at once', () => {
  it('has one successor, which both nodes accept', async () => {
    const exchange = async (service: Service, refresh: string): Promise<string> => {
      const response = await fetch(`${service.url}/api/token/refresh/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refresh }),
      });
      return ((await response.json()) as { refresh: string }).refresh;
    };
    let { refresh } = (await logIn(nodes.here, 'grace1')).tokens;
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => exchange(onEither(at), refresh)));
      expect(new Set(answers).size).toBe(1);
      refresh = answers[0]!;
    }
    expect(refresh).toEqual(expect.any(String));
  });
});

describe.each(['cut', 'freeze'] as const)('log-ins while Redis is unreachable (%s)', (fault) => {
  it('are not blocked, and guesses are still limited on each node', async () => {
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
