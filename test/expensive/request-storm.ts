import { setTimeout as delay } from 'node:timers/promises';

import type { TestUser } from '../support/people.js';
import { withShortNumbers } from '../support/short-numbers.js';
import type { HttpRequest } from './worst-routes.js';
import type { World } from './world.js';

/** Connections of one client: more requests wait. */
const AT_ONCE = 50;
/** Of one request that the service is too busy for. */
const MOST_REPEATS = 5;
const TOO_BUSY = 503;

/** A request with the method and the template of its route, and its user. */
export interface RouteRequest extends HttpRequest {
  readonly route: string;
  readonly user: TestUser;
}

export interface RouteAnswer {
  readonly route: string;
  readonly status: number;
  readonly bytes: number;
}

/** The keys of programs: one acts for users, the other one is of the backend of a product. */
export interface Keys {
  readonly acting: string;
  readonly backend: string;
}

/** Makes all requests as fast as possible, and reads all answers. */
export async function requestAll(
  { service: { url } }: World,
  keys: Keys | undefined,
  requests: readonly RouteRequest[],
): Promise<RouteAnswer[]> {
  const queue = [...requests];
  const answers: RouteAnswer[] = [];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) answers.push(await answerTo(url, keys, next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answers;
}

/** The answer, for which a client that is told to come later does so. */
async function answerTo(url: string, keys: Keys | undefined, request: RouteRequest): Promise<RouteAnswer> {
  for (let repeats = 0; ; repeats += 1) {
    const response = await respond(url, keys, request);
    const bytes = (await response.arrayBuffer()).byteLength;
    const later = response.status === TOO_BUSY && response.headers.get('retry-after');
    if (!later || repeats === MOST_REPEATS) return { route: request.route, status: response.status, bytes };
    await delay(Number(later) * 1_000);
  }
}

const respond = (url: string, keys: Keys | undefined, { route, path, body, user }: RouteRequest): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: route.split(' ')[0]!,
    headers: {
      ...authorizationOf(path, keys, user),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: withShortNumbers(body) }),
  });

/**
 * A user manages the own password, second factor, pushes and files, reads pictures, and administrates; a program acts
 * for users with its key, and the backend of a product manages its users and rooms.
 */
function authorizationOf(path: string, keys: Keys | undefined, { username, tokens }: TestUser): Record<string, string> {
  if (/^\/api\/(account|admin|files|images|invitations|push|uploads|users\/me\/second-factor)\b/.test(path))
    return { authorization: `Bearer ${tokens.access}` };
  if (/^\/api\/(rooms|users)\/external\//.test(path)) return { authorization: `Bearer ${keys?.backend ?? ''}` };
  if (/^\/api\/(reports|rooms|messages|sessions|threads|users)\//.test(path))
    return { authorization: `Bearer ${keys?.acting ?? ''}`, 'parley-user': username };
  return {};
}
