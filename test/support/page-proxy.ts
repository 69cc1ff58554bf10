import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

const WORKER = '/service-worker.js';

/** Serves a service at another address, with the service worker of a newer build when a spec wants it. */
export class PageProxy {
  /** Whether the service has been upgraded to a newer build of the page. */
  isUpgraded = false;

  private constructor(
    private readonly server: Server,
    private readonly port: number,
  ) {
    server.on('request', (from: IncomingMessage, to: ServerResponse) => this.forward(from, to));
    server.on('upgrade', (from: IncomingMessage, socket: Duplex) => this.join(from, socket));
  }

  static async to({ url }: { url: string }): Promise<PageProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PageProxy(server, Number(new URL(url).port));
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(from: IncomingMessage, to: ServerResponse): void {
    const { method, url, headers } = from;
    const isWorker = url === WORKER;
    // The newer worker is another file.
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...unconditional } = headers;
    const sent = isWorker ? unconditional : headers;
    const asked = request({ host: '127.0.0.1', port: this.port, method, path: url, headers: sent }, (answer) => {
      const { 'content-length': _length, ...ofAnyLength } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, isWorker ? ofAnyLength : answer.headers);
      answer.pipe(to, { end: !isWorker });
      if (isWorker) answer.on('end', () => to.end(this.isUpgraded ? '\n// A newer build.' : ''));
    });
    asked.on('error', () => to.destroy());
    from.pipe(asked);
  }

  private join(from: IncomingMessage, socket: Duplex): void {
    const service = connect(this.port, '127.0.0.1');
    const head = [`${String(from.method)} ${String(from.url)} HTTP/1.1`];
    for (let at = 0; at < from.rawHeaders.length; at += 2)
      head.push(`${String(from.rawHeaders[at])}: ${String(from.rawHeaders[at + 1])}`);
    service.write(`${head.join('\r\n')}\r\n\r\n`);
    service.pipe(socket).pipe(service);
    for (const end of [service, socket]) {
      end.on('error', () => {
        service.destroy();
        socket.destroy();
      });
    }
  }
}
