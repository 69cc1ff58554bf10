import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

import { boundedFetch } from './bounded-fetch.js';

const BOUNDS = { ms: 2_000, mostBytes: 1_000 };

describe('a bounded fetch', () => {
  let server: Server;
  let url: string;
  let answer: (response: ServerResponse, request: IncomingMessage) => unknown;

  beforeAll(async () => {
    server = createServer((request, response) => void answer(response, request)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('sends a body, and answers with status, headers and body', async () => {
    answer = async (response, request) =>
      response.writeHead(418, { 'x-answer': 'yes' }).end(`${request.method!} ${await text(request)}`);
    const response = await boundedFetch(url, { method: 'POST', body: 'tea' }, BOUNDS);
    expect([response.status, response.headers.get('x-answer')]).toEqual([418, 'yes']);
    await expect(response.text()).resolves.toBe('POST tea');
  });

  it.each([204, 304])('answers without a body with the status %i', async (status) => {
    answer = (response) => response.writeHead(status).end();
    await expect(boundedFetch(url, {}, BOUNDS)).resolves.toMatchObject({ status, body: null });
  });

  it('follows no redirection', async () => {
    answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
    await expect(boundedFetch(url, {}, BOUNDS)).resolves.toMatchObject({ status: 302 });
  });

  it('accepts a body of the maximum length, and refuses a longer one, also when it is compressed', async () => {
    answer = (response) => response.end('x'.repeat(1_000));
    await expect((await boundedFetch(url, {}, BOUNDS)).text()).resolves.toHaveLength(1_000);
    answer = (response) => response.end('x'.repeat(1_001));
    await expect(boundedFetch(url, {}, BOUNDS)).rejects.toThrow('longer than 1000 bytes');
    answer = (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(1_000_000)));
    await expect(boundedFetch(url, {}, BOUNDS)).rejects.toThrow('longer than 1000 bytes');
  });

  it('waits for a limited time, also for the rest of a body', async () => {
    answer = () => undefined;
    await expect(boundedFetch(url, {}, { ...BOUNDS, ms: 50 })).rejects.toThrow('timeout');
    answer = (response) => response.write('x');
    await expect(boundedFetch(url, {}, { ...BOUNDS, ms: 50 })).rejects.toThrow('timeout');
  });
});
