import type { IncomingMessage } from 'node:http';

import { Injectable, Logger } from '@nestjs/common';
import type { UnauthenticatedReason } from '@parley/protocol';

import { SocketAuthenticator } from '../../features/auth/sockets/socket-authenticator.js';
import type { AuthenticatedSocket } from '../../features/auth/sockets/socket-token-registry.js';
import { Unauthenticated } from '../../features/auth/tokens/verified-token.js';
import { Config } from '../../platform/config/config.js';
import { Readiness } from '../../platform/health/readiness.js';
import { mayOpen } from '../../platform/http/origin-policy.js';
import { Throttle } from '../../platform/http/rate-limits.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { bearerTokenOf, requestIdOf } from '../../platform/http/request-headers.js';
import { LogRecord } from '../../platform/logging/log-record.js';

import { SocketMetrics } from './socket-metrics.js';

/** The subprotocol whose successor in the header is the token. */
export const BEARER = 'bearer';

/** The HTTP answer to a refused handshake. */
export interface Refused {
  readonly status: 403 | 404 | 429 | 503;
  /** Whole seconds. */
  readonly retryAfter?: number;
}

/** Limits the handshakes of one address per second. Logs each address over the limit once a minute. */
@Injectable()
export class HandshakeLimit {
  private readonly log = new Logger(HandshakeLimit.name);
  private readonly handshakes: Throttle;
  private readonly logged = new Throttle({ most: 1, seconds: 60 });

  constructor(
    { sockets }: Config,
    private readonly metrics: SocketMetrics,
    private readonly addresses: RemoteAddresses,
  ) {
    this.handshakes = new Throttle({ most: sockets.handshakesPerSecond, seconds: 1 });
  }

  /** @returns 0 if the handshake may continue, else the seconds after which to retry */
  async count(request: IncomingMessage): Promise<number> {
    const address = this.addresses.addressOf(request);
    const retryAfter = await this.handshakes.count(address);
    if (retryAfter === 0) return 0;
    this.metrics.limited('HANDSHAKES_PER_SECOND');
    if ((await this.logged.count(address)) === 0) {
      const text = `Refused a handshake from ${address}: it makes more handshakes than HANDSHAKES_PER_SECOND allows`;
      this.log.warn(LogRecord.from(text, { address, request_id: requestIdOf(request) }));
    }
    return retryAfter;
  }
}

/** Checks handshakes: path, rate, origin and token. */
@Injectable()
export class HandshakeGuard {
  private readonly log = new Logger(HandshakeGuard.name);

  constructor(
    private readonly config: Config,
    private readonly readiness: Readiness,
    private readonly limit: HandshakeLimit,
    private readonly authenticator: SocketAuthenticator,
    private readonly addresses: RemoteAddresses,
  ) {}

  /** Refuses a handshake before its token is checked. The reason is in the log, not in the answer. */
  async refuse(request: IncomingMessage): Promise<Refused | undefined> {
    if (!this.isOurs(pathOf(request))) return { status: 404 };
    if (this.readiness.isDraining) return { status: 503 };
    const retryAfter = await this.limit.count(request);
    if (retryAfter > 0) return { status: 429, retryAfter };
    const { origin } = request.headers;
    if (mayOpen(origin, this.config.sockets)) return undefined;
    const shown =
      origin === undefined ? 'no Origin' : `the Origin ${JSON.stringify(withoutUser(origin).slice(0, 200))}`;
    const text = `Refused a handshake with ${shown}: ALLOWED_HOSTS and REQUIRE_ORIGIN do not allow it`;
    this.log.warn(LogRecord.from(text, { request_id: requestIdOf(request) }));
    return { status: 403 };
  }

  /**
   * Authenticates the socket by the token of the query, of the Authorization header, or of the subprotocols.
   * @returns the reason to close the socket with if the token is missing or not valid
   */
  async identify(request: IncomingMessage): Promise<AuthenticatedSocket | UnauthenticatedReason> {
    try {
      return await this.authenticator.authenticate(tokenOf(request), this.addressOf(request));
    } catch (error) {
      if (error instanceof Unauthenticated) return error.reason;
      throw error;
    }
  }

  /** The address of the client. */
  addressOf(request: IncomingMessage): string {
    return this.addresses.addressOf(request);
  }

  private isOurs(path: string): boolean {
    return path === this.config.sockets.path || path === `${this.config.sockets.path}/`;
  }
}

/** Hides credentials in an Origin from the log. No browser sends them. */
const withoutUser = (origin: string): string => origin.replace(/\/\/.*@/, '//…@');

/** The path as sent: not decoded or resolved, so that no other spelling matches ours. */
const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

function tokenOf(request: IncomingMessage): string | undefined {
  const { url = '', headers } = request;
  const query = new URLSearchParams(url.slice(pathOf(request).length));
  return query.get('token') ?? bearerTokenOf(request) ?? fromSubprotocols(headers['sec-websocket-protocol']);
}

function fromSubprotocols(header: string | undefined): string | undefined {
  const [first, token] = (header ?? '').split(',').map((name) => name.trim());
  return first === BEARER ? token : undefined;
}
