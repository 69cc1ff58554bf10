import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

import { eventually } from '../../../test/support/eventually.js';
import { requestsInTurn } from './request-turns.js';

const MOST_WAITING = 3;

let server: Server;
let client: Socket;
let received: string;
let isClosed: boolean;
/** The requests that have started, by path, with the context in which they run. */
let started: { readonly path: string; readonly context: unknown; readonly response: ServerResponse }[];
let serverSide: Socket;

beforeEach(async () => {
  [received, isClosed, started] = ['', false, []];
  const inTurn = requestsInTurn(MOST_WAITING);
  const contexts = new AsyncLocalStorage<string>();
  server = createServer((request, response) => {
    const path = request.url!;
    contexts.run(path, () => {
      inTurn(request, response, () => started.push({ path, context: contexts.getStore(), response }));
    });
  });
  server.on('connection', (socket) => (serverSide = socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.setEncoding('utf8');
  client.on('data', (text: string) => (received += text));
  client.on('error', () => undefined);
  client.on('close', () => (isClosed = true));
});
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const send = (...paths: string[]): boolean =>
  client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
const startedPaths = (): string[] => started.map(({ path }) => path);

describe('requests that are pipelined on one connection', () => {
  it('start one after another, each when the answer before it was sent, in a context of their own', async () => {
    const paths = ['/1', '/2', '/3', '/4'];
    send(...paths);
    for (const [at, path] of paths.entries()) {
      await eventually(() => started.length > at);
      expect(startedPaths()).toEqual(paths.slice(0, at + 1));
      expect(started[at]!.context).toBe(path);
      started[at]!.response.end(`answer of ${path}`);
      await eventually(() => received.endsWith(`answer of ${path}`));
    }
    send('/5');
    await eventually(() => startedPaths().includes('/5'));
  });

  it('end the connection if too many of them wait, and none of those starts', async () => {
    send('/1', '/2', '/3', '/4', '/5', '/6');
    await eventually(() => isClosed && serverSide.closed);
    expect(startedPaths()).toEqual(['/1']);
    expect(received).toBe('');
  });

  it('do not start when the client has gone', async () => {
    send('/1', '/2', '/3');
    await eventually(() => started.length === 1);
    const ended = once(started[0]!.response, 'close');
    client.destroy();
    await ended;
    await eventually(() => serverSide.closed);
    expect(startedPaths()).toEqual(['/1']);
  });
});
