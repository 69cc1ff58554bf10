import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** As proxies make them. What is longer may be anything, such as a token that somebody has put there. */
const WELL_FORMED = /^[\w.:=+/-]{1,64}$/;

const ids = new WeakMap<IncomingMessage, string>();

/** Under which a request stands in the log: the id that a proxy or a client has given it, or one made here. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
  ids.set(request, id);
  return id;
}
