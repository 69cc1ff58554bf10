import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { HttpScanner } from './http-scanner.js';
import { ScanFailed, ScannerAway } from './scanner.js';
import type { Verdict } from './scanner.js';

let server: Server;
let handle: RequestListener;
let requests: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  requests = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const portOf = ({ port }: AddressInfo): string => String(port);
const scanner = (): HttpScanner =>
  new HttpScanner(`http://127.0.0.1:${portOf(server.address() as AddressInfo)}/scan?key=hunter2`);

const answers = (body: string, status = 200, headers: Record<string, string> = {}): void => {
  handle = (request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end(body));
  };
};

const scan = (content = 'abc', signal = new AbortController().signal): Promise<Verdict> =>
  scanner().scan(Readable.from([Buffer.from(content)], { objectMode: false }), content.length, signal);

describe('the scanner at SCAN_URL', () => {
  it('gets the bytes by POST, with their number and without anything else of the file', async () => {
    let received = '';
    handle = (request, response) => {
      void text(request).then((body) => {
        received = body;
        response.end('{"clean":true}');
      });
    };
    const content = 'parley '.repeat(200_000);
    await expect(scan(content)).resolves.toEqual({ isClean: true });
    expect(received).toBe(content);
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: '/scan?key=hunter2',
        headers: { 'content-type': 'application/octet-stream', 'content-length': String(content.length) },
      },
    ]);
  });

  it('says what it has found, or only that there is something', async () => {
    answers('{"clean":false,"signature":" Eicar\\u0007-Test "}');
    await expect(scan()).resolves.toEqual({ isClean: false, signature: 'Eicar-Test' });
    answers('{"clean":false}');
    await expect(scan()).resolves.toEqual({ isClean: false, signature: null });
    answers(`{"clean":false,"signature":"${'x'.repeat(1_000)}"}`);
    await expect(scan()).resolves.toEqual({ isClean: false, signature: 'x'.repeat(200) });
  });

  it.each([
    ['no JSON', 'clean'],
    ['no object', 'true'],
    ['no verdict', '{}'],
    ['a text in place of a boolean', '{"clean":"true"}'],
    ['more than it may answer', `{"clean":true,"padding":"${'x'.repeat(100_000)}"}`],
  ])('has no verdict if it answers with %s', async (_, body) => {
    answers(body);
    await expect(scan()).rejects.toThrow(ScanFailed);
  });

  it('has no verdict if it answers with an endless text', async () => {
    const line = Buffer.alloc(65_536, ' ');
    handle = (request, response) => {
      request.resume();
      const write = (): void => {
        while (response.write(line));
      };
      response.on('drain', write);
      write();
    };
    await expect(scan()).rejects.toThrow(ScanFailed);
  });

  it('is not followed to another address', async () => {
    answers('', 307, { location: '/elsewhere' });
    await expect(scan()).rejects.toThrow(ScanFailed);
    expect(requests).toHaveLength(1);
  });

  it('has no verdict if it refuses the file, and is away if it fails', async () => {
    answers('{"clean":true}', 413);
    await expect(scan()).rejects.toThrow(ScanFailed);
    answers('{"clean":true}', 503);
    await expect(scan()).rejects.toThrow(ScannerAway);
  });

  it('is away if it ends the connection, and its address is in no error', async () => {
    handle = (request) => request.socket.destroy();
    const failure = await scan().catch((error: unknown) => error as Error);
    expect(failure).toBeInstanceOf(ScannerAway);
    expect((failure as Error).message).not.toMatch(/hunter2|127/);
    expect(scanner().description).not.toContain('hunter2');
  });

  it('is left with the reason of the signal if it does not answer', async () => {
    const ending = new AbortController();
    handle = () => ending.abort(new Error('too late'));
    await expect(scan('abc', ending.signal)).rejects.toThrow('too late');
  });

  it('is not blamed for bytes that fail', async () => {
    answers('{"clean":true}');
    const failing = new Readable({
      read() {
        this.destroy(new Error('the store is away'));
      },
    });
    await expect(scanner().scan(failing, 3, new AbortController().signal)).rejects.toThrow('the store is away');
  });
});
