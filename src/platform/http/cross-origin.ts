import type { IncomingMessage, ServerResponse } from 'node:http';

import { mayOpen } from './origin-policy.js';

/**
 * The routes whose requests bring the token of a user. A page of another origin sends it by itself: no cookie is sent,
 * and none is allowed.
 */
const WITH_TOKEN_OF_A_USER = /^\/api\/(token|account|uploads|files|images|push|users\/me)(\/|\?|$)/i;

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const SENT = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'If-Range',
  'Range',
  'Tus-Resumable',
  'Upload-Checksum',
  'Upload-Length',
  'Upload-Offset',
].join(', ');
const READ = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Location',
  'Retry-After',
  'Tus-Checksum-Algorithm',
  'Tus-Extension',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Length',
  'Upload-Offset',
].join(', ');
/** The longest that any browser remembers. */
const REMEMBERED_SECONDS = '7200';

/**
 * Allows pages of the hosts that may open sockets to use the routes of a user's token (CORS), and answers their
 * preflights.
 */
export function allowOrigins(allowedHosts: readonly string[]) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const { method, url = '', headers } = request;
    if (!WITH_TOKEN_OF_A_USER.test(url)) {
      next();
      return;
    }
    response.setHeader('Vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined || !mayOpen(origin, { allowedHosts, requireOrigin: true })) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Origin', origin);
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
      response.setHeader('Access-Control-Allow-Methods', METHODS);
      response.setHeader('Access-Control-Allow-Headers', SENT);
      response.setHeader('Access-Control-Max-Age', REMEMBERED_SECONDS);
      response.writeHead(204).end();
      return;
    }
    response.setHeader('Access-Control-Expose-Headers', READ);
    next();
  };
}
