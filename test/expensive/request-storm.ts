import type { TestUser } from '../support/people.js';
import { withShortNumbers } from '../support/short-numbers.js';
import type { HttpRequest } from './worst-routes.js';
import type { World } from './world.js';

/** Connections of one client: more requests wait. */
const AT_ONCE = 50;

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

async function answerTo(
  url: string,
  keys: Keys | undefined,
  { route, path, body, user }: RouteRequest,
): Promise<RouteAnswer> {
  const response = await fetch(`${url}${path}`, {
    method: route.split(' ')[0]!,
    headers: {
      ...authorizationOf(path, keys, user),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: withShortNumbers(body) }),
  });
  return { route, status: response.status, bytes: (await response.arrayBuffer()).byteLength };
}

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
