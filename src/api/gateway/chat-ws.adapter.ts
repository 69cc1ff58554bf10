import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { Logger } from '@nestjs/common';
import type { INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import { CloseCode } from '@parley/protocol';
import { WebSocketServer } from 'ws';
import type { ServerOptions, WebSocket } from 'ws';

import { Config } from '../../platform/config/config.js';
import { OUTAGE_RETRY_SECONDS } from '../../platform/database/failures.js';
import { REQUEST_ID_HEADER, requestIdOf } from '../../platform/http/request-headers.js';
import { LogRecord } from '../../platform/logging/log-record.js';
import { ConnectionLimit } from './connection-limit.js';
import { BEARER, HandshakeGuard } from './handshake.guard.js';
import type { Refused } from './handshake.guard.js';
import { requireUncompressed } from './send-buffer.js';
import { SocketMetrics } from './socket-metrics.js';

/** A peer that does not end its side of a closed socket is cut off after this. */
const CLOSE_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 30_000;

/**
 * Carries handshakes from the HTTP server to the gateway. Frames do not pass here: the gateway has its own frame loop.
 * Nest's adapter matches one exact path, calls no guard, and does not answer frames that it cannot parse.
 */
export class ChatWsAdapter extends WsAdapter {
  private readonly log = new Logger(ChatWsAdapter.name);
  private readonly guard: HandshakeGuard;
  private readonly metrics: SocketMetrics;
  private readonly limit: ConnectionLimit;
  private readonly config: Config;

  /** @param http the server whose upgrade requests become sockets */
  constructor(
    app: INestApplicationContext,
    private readonly http: Server,
  ) {
    super(app);
    this.guard = app.get(HandshakeGuard);
    this.metrics = app.get(SocketMetrics);
    this.limit = app.get(ConnectionLimit);
    this.config = app.get(Config);
  }

  override create(): WebSocketServer {
    const options: ServerOptions & { closeTimeout: number } = {
      noServer: true,
      clientTracking: false,
      maxPayload: this.config.sockets.maxFrameBytes,
      perMessageDeflate: false,
      // The gateway answers pings itself: within the event limit, and while the peer reads.
      autoPong: false,
      closeTimeout: CLOSE_TIMEOUT_MS,
      handleProtocols: (offered) => (offered.has(BEARER) ? BEARER : false),
    };
    const server = new WebSocketServer(options);
    requireUncompressed(server);
    server.on('headers', (headers, request) => headers.push(`${REQUEST_ID_HEADER}: ${requestIdOf(request)}`));
    this.http.on('upgrade', (request, socket, head) => {
      // Until `ws` has the socket it has no other listener, and an error without a listener ends the process.
      socket.on('error', ignored);
      // TCP notices a peer that has vanished.
      if (socket instanceof Socket) socket.setKeepAlive(true, KEEP_ALIVE_MS);
      void this.upgrade(server, request, socket, head).catch((error: unknown) => {
        this.metrics.handshake('failed');
        const requestId = requestIdOf(request);
        this.log.error(LogRecord.fromError(error, { request_id: requestId }, 'A handshake failed'));
        refuse(socket, { status: 503, retryAfter: OUTAGE_RETRY_SECONDS }, requestId);
      });
    });
    return server;
  }

  /** Frames go to the gateway's own loop. */
  override bindMessageHandlers(): void {
    return;
  }

  /** The gateway listens itself for the end of a socket. */
  override bindClientDisconnect(): void {
    return;
  }

  /** The gateway closes its sockets itself, with a code that says whether the client may reconnect. */
  override close(server: WebSocketServer): Promise<void> {
    server.close();
    return Promise.resolve();
  }

  private async upgrade(
    server: WebSocketServer,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ): Promise<void> {
    const refused = await this.guard.refuse(request);
    if (refused) {
      this.metrics.handshake('refused');
      refuse(socket, refused, requestIdOf(request));
      return;
    }
    const identity = await this.guard.identify(request);
    if (typeof identity === 'string') {
      this.accept(server, request, socket, head, (ws) => {
        this.metrics.handshake('unauthenticated');
        ws.close(CloseCode.unauthenticated.code, identity);
      });
      return;
    }
    const userId = identity.actor.user.id;
    if (!(await this.limit.admit(userId))) {
      this.accept(server, request, socket, head, (ws) => {
        this.metrics.handshake('accepted');
        this.metrics.limited('CONNECTIONS_PER_USER', { user: userId, address: this.guard.addressOf(request) });
        ws.close(CloseCode.tooMany.code, 'too_many_connections');
      });
      return;
    }
    let opened = false;
    try {
      this.accept(server, request, socket, head, (ws) => {
        opened = true;
        this.metrics.handshake('accepted');
        const device = request.headers['user-agent'] ?? '';
        const address = this.guard.addressOf(request);
        server.emit('connection', ws, socket, identity, device, requestIdOf(request), address);
      });
    } finally {
      this.limit.settled(userId, opened);
    }
  }

  /** @param then called before this returns, unless the peer has closed or the request is no WebSocket handshake */
  private accept(
    server: WebSocketServer,
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    then: (ws: WebSocket) => void,
  ): void {
    server.handleUpgrade(request, socket, head, (ws: WebSocket) => {
      socket.off('error', ignored);
      ws.on('error', ignored);
      then(ws);
    });
  }
}

/** For a peer that resets its connection or sends no WebSocket frames: `ws` closes the socket. */
function ignored(): void {
  return;
}

/** The socket is destroyed once the answer is written, whether or not the peer ends its side. */
function refuse(socket: Duplex, { status, retryAfter }: Refused, requestId: string): void {
  const lines = [`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`, 'Connection: close', 'Content-Length: 0'];
  lines.push(`${REQUEST_ID_HEADER}: ${requestId}`);
  if (retryAfter !== undefined) lines.push(`Retry-After: ${String(retryAfter)}`);
  socket.once('finish', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
}
