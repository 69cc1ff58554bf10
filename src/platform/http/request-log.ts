import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';

import { REQUEST_ID_HEADER, requestIdOf } from './request-headers.js';

/** Paths that are polled by monitoring and not logged. */
const NOT_LOGGED = /^\/(health|metrics)(\/|$)/i;
const LONGEST_PATH = 200;

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Gives each request its id, which the answer has in `X-Request-Id`, and logs its end: method, path, status and time,
 * but no other content of the request.
 */
export const requestLog = (logger: Logger): Handler =>
  pinoHttp({
    logger,
    quietReqLogger: true,
    quietResLogger: true,
    // Of the request, only the fields below are logged.
    wrapSerializers: false,
    serializers: { req: () => undefined },
    customAttributeKeys: { reqId: 'request_id', responseTime: 'ms' },
    genReqId: (request, response) => {
      const id = requestIdOf(request);
      response.setHeader(REQUEST_ID_HEADER, id);
      return id;
    },
    autoLogging: { ignore: (request) => NOT_LOGGED.test(pathOf(request)) },
    customLogLevel: (_, { statusCode }, error) => (error !== undefined || statusCode >= 500 ? 'warn' : 'debug'),
    customSuccessMessage: () => 'Answered a request',
    customErrorMessage: () => 'Could not answer a request',
    customSuccessObject: recordOf,
    customErrorObject: (request, response, _, timing: { ms: number }) => recordOf(request, response, timing),
  });

const recordOf = (request: IncomingMessage, response: ServerResponse, { ms }: { ms: number }) => ({
  context: 'Http',
  method: request.method,
  path: pathOf(request).slice(0, LONGEST_PATH),
  status: response.statusCode,
  ms,
  // The client disconnected before the answer was complete.
  aborted: response.writableEnded ? undefined : true,
});

/** A part of a path that is a secret, such as the token of an invitation. */
const SECRET_PART = /(\/(?:by-token|accounts\/+verify|mail\/+unsubscribe)\/+)[^/]+/gi;

/** Without its query, which may contain a token, and without the tokens in it. */
function pathOf(request: IncomingMessage & { originalUrl?: string }): string {
  const [path = ''] = (request.originalUrl ?? request.url ?? '').split('?', 1);
  return path.replace(SECRET_PART, '$1***');
}
