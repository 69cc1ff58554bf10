import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import helmet from 'helmet';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';

import type { Config } from '../config/config.js';
import { readBodies } from './body.js';
import { allowOrigins } from './cross-origin.js';
import { ErrorsFilter } from './errors.filter.js';
import { pagePolicy } from './page-policy.js';
import { requestLog } from './request-log.js';
import { requestsInTurn } from './request-turns.js';
import { cutSlowBodies } from './slow-bodies.js';
import { cutUnreadAnswers } from './unread-answers.js';

/**
 * Longer than the 60 s for which proxies keep an idle connection (nginx, ALB), so that the proxy closes it. If the
 * server closed it while a request is sent, the client would not know whether the request was handled.
 */
const KEEP_ALIVE_MS = 65_000;

/** Timeouts of a request or a handshake. */
const HEADERS_MS = 10_000;
const BODY_SECONDS = 30;
/** Files take as long as the network of their user needs. */
const LONG_BODIES = /^\/api\/uploads\//i;

/**
 * @param app made with `bodyParser: false`
 * @param config the maximum length of a frame is that of a body too
 * @param log receives a record of each request
 */
export function configureHttp(app: NestExpressApplication, { pages, http, sockets }: Config, log: Logger): void {
  app.disable('x-powered-by');
  app.disable('etag');
  const server = app.getHttpServer();
  servePublicPath(server, http.publicPath);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = 0;
  app.use(cutSlowBodies(server, BODY_SECONDS, ({ url = '' }) => LONG_BODIES.test(url)));
  app.use(requestsInTurn(http.maxPipelinedRequests));
  app.use(cutUnreadAnswers(server, http.stalledAnswerSeconds));
  // Before all that answers, so that it logs every answer.
  app.use(requestLog(log));
  // HSTS is left to the proxy that terminates TLS.
  app.use(helmet({ contentSecurityPolicy: false, strictTransportSecurity: false, xFrameOptions: { action: 'deny' } }));
  app.use(pagePolicy({}));
  app.use(storeNothing);
  app.use(allowOrigins(sockets.allowedHosts));
  readBodies(app, sockets.maxFrameBytes);
  const links = { publicPath: http.publicPath, hasWebClient: pages.webClient, hasDocs: pages.docs };
  app.useGlobalFilters(new ErrorsFilter(app.getHttpAdapter(), links));
}

/** Disables caching: answers are tokens, errors and momentary state. */
function storeNothing(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/**
 * Accepts no new connection, and answers pending requests: a client that has spent a refresh token gets the new one.
 * @param until the deadline
 */
export async function finishRequests(server: Server, until: Date): Promise<void> {
  // Connections close after their answer; otherwise the server would wait for the keep-alive timeout.
  server.keepAliveTimeout = 1;
  const finished = new Promise((resolve) => server.close(resolve));
  await Promise.race([finished, delay(Math.max(0, until.getTime() - Date.now()), undefined, { ref: false })]);
}

/** Also below the path, these are for operators: they stay unknown there. */
const FOR_OPERATORS = /^\/+(metrics|health)(\/|\?|$)/i;

/**
 * Takes the path away below which a proxy serves the service, before anything else sees the address of a request or a
 * handshake. A proxy may take it away itself.
 * @param prefix such as `/chat`
 */
function servePublicPath(server: Server, prefix: string): void {
  if (prefix === '') return;
  const strip = (request: IncomingMessage): void => {
    const { url = '' } = request;
    if (url !== prefix && !url.startsWith(`${prefix}/`) && !url.startsWith(`${prefix}?`)) return;
    const below = url.slice(prefix.length);
    const stripped = below.startsWith('/') ? below : `/${below}`;
    if (!FOR_OPERATORS.test(stripped)) request.url = stripped;
  };
  server.prependListener('request', strip);
  server.prependListener('upgrade', strip);
}
