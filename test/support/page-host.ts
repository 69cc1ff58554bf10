import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const PAGE = join(import.meta.dirname, '../browser/page');
const CLIENT = join(import.meta.dirname, '../../libs/client/dist');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Serves a page with the built client library, from another origin than the service. */
export class PageHost {
  private constructor(private readonly server: Server) {}

  /** @param made the texts of files that a spec has made, by path */
  static async start(made: Readonly<Record<string, string>> = {}): Promise<PageHost> {
    const server = createServer(({ url = '/' }, response) => {
      const name = url === '/' ? '/index.html' : url;
      const file = name.startsWith('/client/') ? join(CLIENT, name.slice('/client/'.length)) : join(PAGE, name);
      const { [name]: text } = made;
      void (text === undefined ? readFile(file) : Promise.resolve(text)).then(
        (content) => response.setHeader('Content-Type', TYPES[extname(name)] ?? 'text/plain').end(content),
        () => response.writeHead(404).end(),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PageHost(server);
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
