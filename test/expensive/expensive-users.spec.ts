import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { ALL_SCOPES, makeKey } from '../support/api.js';
import { askable } from '../support/contract.js';
import { RATE_SHARE } from '../support/sample.js';
import { Attack } from './attack.js';
import { MAX_ANSWER_BYTES, memoryOf, MOST_GROWTH_BYTES, MOST_P99_MS } from './bounds.js';
import { Bystanders } from './bystanders.js';
import { requestAll } from './request-storm.js';
import type { RouteAnswer, RouteRequest } from './request-storm.js';
import { worstAdministration } from './worst-administration.js';
import { worstEvents } from './worst-events.js';
import { worstRoutes } from './worst-routes.js';
import { World } from './world.js';

const EVENTS = askable();
const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.yaml');
const { paths } = parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Readonly<Record<string, object>> };
const PUBLISHED = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);
/** The part of a path before the routes that need a role. */
const ADMINISTRATION = '/api/admin/';
const ROUTES = PUBLISHED.filter((route) => !route.includes(ADMINISTRATION));
const OF_ADMINISTRATORS = PUBLISHED.filter((route) => route.includes(ADMINISTRATION));
/** Documents of any length, of which a page is in memory. */
const STREAMED = '/export/';

const BYSTANDERS = 4;
const ATTACK_MS = 200;
/** As many requests at once as API_REQUESTS_BURST permits for one key, and each once in a gate. */
const HTTP_ROUNDS = Math.ceil(3 * RATE_SHARE);
/** The machine runs other processes: a time that is exceeded once is measured again. */
const MEASUREMENTS = 3;
/** The latest errors of the log that a failure shows. */
const LOGGED_LINES = 20;
/** Codes with which a valid request may be refused: it is too early, or its object is gone. */
const EXPECTED_ERRORS = new Set([4004, 4005, 4029]);
const EXPECTED_STATUSES = new Set([200, 201, 202, 204, 404, 409, 429]);
/**
 * Codes with which a request is refused: for a ticket or a code that is not valid, and while another one changes the
 * password.
 */
const REFUSALS: Readonly<Record<string, number>> = {
  'POST /api/account/password/': 400,
  'POST /api/token/': 401,
  'POST /api/token/second-factor/': 401,
  'POST /api/token/enrolment/': 401,
  'POST /api/token/enrolment/confirm/': 401,
  'POST /api/users/me/second-factor/confirm/': 401,
  'DELETE /api/users/me/second-factor/': 401,
  'POST /api/admin/webhooks/': 400,
};

let world: World | undefined;
let bystanders: Bystanders | undefined;
let memoryBefore: number;

beforeAll(async () => {
  world = await World.create({ crowd: EVENTS.length, bystanders: BYSTANDERS });
  bystanders = await Bystanders.connect(world.service, world.bystanders);
  memoryBefore = await memoryOf(world);
}, 120_000);
afterAll(async () => {
  await bystanders?.leave();
  await world?.end();
});

/** Measures bystanders during the work, again if they were slow. */
async function slowsNobody(work: (world: World) => Promise<void>): Promise<void> {
  let p99 = Infinity;
  for (let measurement = 0; measurement < MEASUREMENTS && p99 >= MOST_P99_MS; measurement += 1)
    p99 = await bystanders!.p99During(() => work(world!));
  expect(p99).toBeLessThan(MOST_P99_MS);
  expect(bystanders!.closings).toEqual([]);
  expect(bystanders!.longest).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
}

/** @throws Error with answers that no valid request gets, and with the errors that the service has logged */
function expectPermitted(answers: readonly RouteAnswer[]): void {
  const unexpected = answers.filter(
    ({ route, status }) => !EXPECTED_STATUSES.has(status) && REFUSALS[route] !== status,
  );
  if (unexpected.length === 0) return;
  const lines = world!.service.output.split('\n').filter((line) => /ERROR:|"level":"error"/.test(line));
  throw new Error(`${JSON.stringify(unexpected)}\n${lines.slice(-LOGGED_LINES).join('\n')}`);
}

describe('a user who sends the most expensive requests as fast as permitted', () => {
  it.each(EVENTS)('slows nobody with %s', async (event) => {
    const next = worstEvents[event];
    if (!next) throw new Error(`The table has no ${event}.`);
    const at = EVENTS.indexOf(event);
    const user = event === 'room.invites' ? world!.invited : world!.crowd[at]!;
    const attack = new Attack(user, (count) => next(world!, at, count), ATTACK_MS);
    await slowsNobody(async ({ service }) => {
      const outcome = await attack.run(service);
      expect(outcome.closings).toEqual([]);
      expect(outcome.answers).toBeGreaterThan(0);
      expect(outcome.longest).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
      expect([...outcome.errors.keys()].filter((code) => !EXPECTED_ERRORS.has(code))).toEqual([]);
    });
  });
});

describe('a program that makes the most expensive requests as fast as permitted', () => {
  it('slows nobody with any route', async () => {
    const { key: acting } = await makeKey(world!.service, { scopes: `${ALL_SCOPES},act-as-anybody` });
    const { key: backend } = await makeKey(world!.service, { scopes: 'users:manage,tokens:issue,rooms:manage' });
    const keys = { acting, backend };
    await slowsNobody(async (everything) => {
      const round = ROUTES.map((route, index): RouteRequest => {
        const at = index % EVENTS.length;
        const request = worstRoutes[route]?.(everything, at);
        if (!request) throw new Error(`The table has no ${route}.`);
        return { route, ...request, user: everything.crowd[at]! };
      });
      const answers = await requestAll(everything, keys, Array<RouteRequest[]>(HTTP_ROUNDS).fill(round).flat());
      expectPermitted(answers);
      expect(answers.filter(({ bytes }) => bytes > MAX_ANSWER_BYTES)).toEqual([]);
    });
  });
});

describe('an administrator who makes the most expensive requests as fast as permitted', () => {
  it('slows nobody with any route', async () => {
    const user = world!.outsiders[0]!;
    await world!.service.parley('users', 'set-role', user.username, 'admin');
    await slowsNobody(async (everything) => {
      const round = OF_ADMINISTRATORS.map((route): RouteRequest => {
        const request = worstAdministration[route.replace(ADMINISTRATION, '')]?.(everything);
        if (!request) throw new Error(`The table has no ${route}.`);
        return { route, ...request, user };
      });
      const answers = await requestAll(everything, undefined, Array<RouteRequest[]>(HTTP_ROUNDS).fill(round).flat());
      expectPermitted(answers);
      const bounded = answers.filter(({ route }) => !route.endsWith(STREAMED));
      expect(bounded.filter(({ bytes }) => bytes > MAX_ANSWER_BYTES)).toEqual([]);
    });
  });
});

it('the process has not grown by more than its caches', async () => {
  expect((await memoryOf(world!)) - memoryBefore).toBeLessThan(MOST_GROWTH_BYTES);
});
