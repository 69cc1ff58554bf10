import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { cutSlowBodies } from './slow-bodies.js';

const SECONDS = 0.5;
const PART = 'x'.repeat(10);

let server: Server;
let client: Socket;
let answer: string;
let read: number;

beforeEach(async () => {
  server = createServer();
  const cut = cutSlowBodies(server, SECONDS, ({ url }) => url === '/long');
  server.on('request', (request, response) => {
    cut(request, response, () => {
      request.on('data', (chunk: Buffer) => (read += chunk.length)).on('end', () => response.end('complete'));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).setEncoding('latin1');
  client.on('data', (text: string) => (answer += text));
  [answer, read] = ['', 0];
});

afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const begin = (path: string): void => {
  client.write(`PATCH ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 100\r\n\r\n`);
};

/** Sends a body of ten parts in twice the time. */
async function sendSlowly(): Promise<void> {
  const sender = client;
  for (let part = 0; part < 10 && !sender.destroyed; part += 1) {
    await delay(SECONDS * 200);
    sender.write(PART);
  }
}

describe('a request body', () => {
  it('that is not complete in time is ended with 408', async () => {
    begin('/');
    void sendSlowly();
    await once(client, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(read).toBeLessThan(100);
  });

  it('of a path that may take long is read to its end while bytes arrive', async () => {
    begin('/long');
    void sendSlowly();
    await once(client, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*complete/);
    expect(read).toBe(100);
  });

  it('of such a path is ended too if no byte arrives', async () => {
    begin('/long');
    client.write(PART);
    await once(client, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that is complete leaves its answer the time that it takes', async () => {
    server.removeAllListeners('request');
    const cut = cutSlowBodies(server, SECONDS, () => false);
    server.on('request', (request, response) => {
      cut(request, response, () => void delay(SECONDS * 2_000).then(() => response.end('late')));
    });
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await once(client, 'close');
    expect(answer).toMatch(/late/);
  });
});
