import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The form of ids that proxies make. A longer text may be anything, such as a token. */
const WELL_FORMED = /^[\w.:=+/-]{1,64}$/;

const ids = new WeakMap<IncomingMessage, string>();

/** The id of a request in the log: the one that a proxy or a client sent, or a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
  ids.set(request, id);
  return id;
}

/** The token of a request in `Authorization: Bearer` (RFC 6750). */
export const bearerTokenOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** Whether a request has a body, which may not have arrived yet. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
