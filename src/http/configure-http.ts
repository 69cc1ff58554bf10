import type { IncomingMessage, ServerResponse } from 'node:http';

import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import type { Logger } from 'pino';

import { readJsonBodies } from './body.js';
import { ErrorsFilter } from './errors.filter.js';
import { pagePolicy } from './page-policy.js';
import { requestLog } from './request-log.js';

/**
 * Longer than the 60 s for which proxies keep a connection that nobody uses (nginx, ALB): it is they who end it. Whoever
 * is ended by us at the moment in which they ask again hears of a broken connection, and not whether they were answered.
 */
const KEEP_ALIVE_MS = 65_000;

/** Whoever has not asked by then never will: neither a request nor a handshake is waited for any longer. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

/**
 * @param app made with `bodyParser: false`
 * @param maxFrameBytes that of a frame on a socket: what is said over HTTP in place of one may be as long
 * @param log takes a record of each request
 */
export function configureHttp(app: NestExpressApplication, maxFrameBytes: number, log: Logger): void {
  app.disable('x-powered-by');
  app.disable('etag');
  const server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  // Before anything can answer.
  app.use(requestLog(log));
  // Whether this host is to be asked by TLS alone is known to the proxy that speaks it.
  app.use(helmet({ contentSecurityPolicy: false, strictTransportSecurity: false, xFrameOptions: { action: 'deny' } }));
  app.use(pagePolicy({}));
  app.use(storeNothing);
  readJsonBodies(app, maxFrameBytes);
  app.useGlobalFilters(new ErrorsFilter(app.getHttpAdapter()));
}

/** No answer of ours is worth keeping: they are tokens, errors and the state of this moment. */
function storeNothing(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
