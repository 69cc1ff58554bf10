import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of the Web on this machine, whose pages and pictures a service may fetch. */
export class PageServer {
  private readonly listeners = new Map<string, RequestListener>();
  /** The paths of all requests. */
  readonly asked: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<PageServer> {
    const server = createServer();
    const pages = new PageServer(server);
    server.on('request', (request, response) => {
      const path = request.url ?? '';
      pages.asked.push(path);
      const answer = pages.listeners.get(path) ?? pages.listeners.get(path.split('?', 1)[0]!);
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return pages;
  }

  async stop(): Promise<void> {
    const closed = once(this.server.close(), 'close');
    this.server.closeAllConnections();
    await closed;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** Answers requests for a path, with any query. @returns the URL */
  answer(path: string, answer: RequestListener): string {
    this.listeners.set(path, answer);
    return `${this.url}${path}`;
  }

  /** Adds a page that describes itself. @returns its URL */
  page(path: string, description: Readonly<Record<string, string>>): string {
    const metas = Object.entries(description).map(([name, text]) => `<meta property="og:${name}" content="${text}">`);
    return this.serves(path, `<!doctype html><html><head>${metas.join('')}</head></html>`, 'text/html; charset=utf-8');
  }

  /** @returns the URL */
  serves(path: string, body: string | Buffer, type: string): string {
    return this.answer(path, (_, response) => void response.writeHead(200, { 'content-type': type }).end(body));
  }

  /** The number of requests for a path. */
  requests(path: string): number {
    return this.asked.filter((each) => each === path).length;
  }
}
