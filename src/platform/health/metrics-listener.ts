import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { Injectable, NotFoundException } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';

import { Config } from '../config/config.js';

const OPERATOR_PATHS = /^\/+(health|metrics)([/?]|$)/i;
const NOT_FOUND = JSON.stringify({ detail: 'Not found.', code: 'not_found' });

/**
 * The listener of METRICS_PORT: with it, `/metrics` and `/health` are served there and nowhere else, and nothing else
 * is served there. As a guard it answers 404 on the public port.
 */
@Injectable()
export class MetricsListener implements CanActivate {
  private readonly sockets = new WeakSet<Socket>();
  private server: Server | undefined;

  constructor(private readonly config: Config) {}

  /** @throws NotFoundException for a request on the public port, if the metrics have a port of their own */
  canActivate(context: ExecutionContext): boolean {
    const { socket } = context.switchToHttp().getRequest<IncomingMessage>();
    if (this.config.http.metrics === undefined || this.sockets.has(socket)) return true;
    throw new NotFoundException();
  }

  /**
   * @param serve handles the requests of the public port
   * @returns the URL; undefined if METRICS_PORT is not set
   * @throws Error with the code of the system if it cannot listen
   */
  async listen(serve: RequestListener): Promise<string | undefined> {
    const { metrics } = this.config.http;
    if (metrics === undefined) return undefined;
    const server = createServer((request, response) => {
      if (OPERATOR_PATHS.test(request.url ?? '')) serve(request, response);
      else refuse(response);
    });
    server.on('connection', (socket) => this.sockets.add(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(metrics.port, metrics.host, resolve);
    });
    this.server = server;
    const { address, family, port } = server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${String(port)}`;
  }

  /** Closes all connections: called last, as probes read the state of a shutdown. */
  close(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(NOT_FOUND);
}
