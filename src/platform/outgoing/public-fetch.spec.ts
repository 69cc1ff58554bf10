import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';

import type { FetchFault } from './fetch-refused.js';
import { publicFetch } from './public-fetch.js';
import type { FetchLimits } from './public-fetch.js';

const KIB = 1_024;
const LIMITS: FetchLimits = { ms: 3_000, mostBytes: 64 * KIB, cutsLonger: false, types: ['text/html', 'image/'] };
/** Kept, so that its memory is not given back while that of a fetch is measured. */
const ZEROS = Buffer.alloc(128 * KIB * KIB);
const never = new AbortController().signal;

const servers: Server[] = [];

/** @returns the host of a server, and the paths that it was asked for */
async function serving(listener: RequestListener): Promise<{ host: string; asked: (string | undefined)[] }> {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    listener(request, response);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { host: `127.0.0.1:${String((server.address() as AddressInfo).port)}`, asked };
}

const page =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);

const redirecting =
  (to: string, status = 302): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { location: to }).end();

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const fetched = (host: string, limits: Partial<FetchLimits> = {}, path = '') =>
  publicFetch(`http://${host}/${path}`, { ...LIMITS, ...limits }, [host], never);

const fault = (name: FetchFault) => expect.objectContaining({ fault: name }) as unknown;

describe('the fetch of a URL that a user chose', () => {
  it('returns the body with its type, and sends neither cookies nor a version', async () => {
    let headers: object = {};
    const { host } = await serving((request, response) => {
      ({ headers } = request);
      page('<title>Hi</title>', { 'set-cookie': 'a=b' })(request, response);
    });
    const { body, contentType, url } = await fetched(host, {}, 'a?b');
    expect([body.toString(), contentType, url.href]).toEqual([
      '<title>Hi</title>',
      'text/html; charset=utf-8',
      `http://${host}/a?b`,
    ]);
    expect(headers).toEqual({
      host,
      connection: 'close',
      'user-agent': 'Parley',
      accept: 'text/html, image/*',
      'accept-encoding': 'gzip, br, deflate',
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('decodes %s', async (encoding, encoded) => {
    const { host } = await serving(page(encoded('some text'), { 'content-encoding': encoding }));
    expect((await fetched(host)).body.toString()).toBe('some text');
  });

  it.each([
    'ftp://example.com/',
    'javascript:alert(1)',
    'nothing',
    '',
    'http://user:secret@example.com/',
    `https://example.com/${'x'.repeat(2_048)}`,
  ])('refuses %s as a URL', async (url) => {
    await expect(publicFetch(url, LIMITS, [], never)).rejects.toEqual(fault('url'));
  });

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest/',
    'https://2130706433/',
    'http://0x7f.1/',
    'http://localhost/',
    'http://redis/',
    'https://nas.local/',
    'https://metadata.google.internal/x',
    'https://example.com:8443/',
    'http://example.com:22/',
    'http://example.com:6379/',
  ])('refuses %s, which is not public', async (url) => {
    await expect(publicFetch(url, LIMITS, [], never)).rejects.toEqual(fault('not_public'));
  });

  it('follows a few redirects', async () => {
    const { host, asked } = await serving((request, response) => {
      const step = Number(request.url?.slice(1));
      (step < 3 ? redirecting(String(step + 1), 301 + step) : page('end'))(request, response);
    });
    const { body, url } = await fetched(host, {}, '0');
    expect([body.toString(), url.pathname, asked]).toEqual(['end', '/3', ['/0', '/1', '/2', '/3']]);
  });

  it('refuses redirects without an end', async () => {
    const { host, asked } = await serving(redirecting('/again'));
    await expect(fetched(host)).rejects.toEqual(fault('redirects'));
    expect(asked).toHaveLength(4);
  });

  it.each(['localhost', '127.0.0.1', '[::ffff:127.0.0.1]'])(
    'follows no redirect into its network, at %s',
    async (name) => {
      const inner = await serving(page('a secret'));
      const port = inner.host.split(':')[1]!;
      const { host } = await serving(redirecting(`http://${name}:${port}/`));
      await expect(fetched(host)).rejects.toEqual(fault('not_public'));
      expect(inner.asked).toEqual([]);
    },
  );

  it.each(['file:///etc/passwd', 'http://user@example.com/'])('follows no redirect to %s', async (url) => {
    const { host } = await serving(redirecting(url));
    await expect(fetched(host)).rejects.toEqual(fault('url'));
  });

  it.each([
    [404, {}, 'status'],
    [304, {}, 'status'],
    [302, {}, 'status'],
    [200, { 'content-type': 'application/json' }, 'type'],
    [200, { 'content-type': 'text/htmlx' }, 'type'],
    [200, {}, 'type'],
    [200, { 'content-type': 'text/html', 'content-encoding': 'compress' }, 'unreachable'],
  ] as const)('refuses status %d with %o', async (status, headers, name) => {
    const { host } = await serving(
      (_, response) => void response.writeHead(status, headers).end(status === 304 ? '' : 'x'),
    );
    await expect(fetched(host)).rejects.toEqual(fault(name));
  });

  it('refuses a body that is too long, or cuts it', async () => {
    const { host } = await serving((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('x'.repeat(64 * KIB));
      response.end('y');
    });
    await expect(fetched(host)).rejects.toEqual(fault('too_large'));
    expect((await fetched(host, { cutsLonger: true })).body.toString()).toBe('x'.repeat(64 * KIB));
  });

  // The fastest levels, with which zeros still become a thousandth.
  it.each([
    ['gzip', (zeros: Buffer) => gzipSync(zeros, { level: 1 })],
    ['br', (zeros: Buffer) => brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('decodes no more than the limit of a bomb of %s', async (encoding, encoded) => {
    const bomb = encoded(ZEROS);
    const { host } = await serving(page(bomb, { 'content-encoding': encoding }));
    const before = process.memoryUsage().rss;
    await expect(fetched(host)).rejects.toEqual(fault('too_large'));
    expect((await fetched(host, { cutsLonger: true })).body).toHaveLength(64 * KIB);
    expect(process.memoryUsage().rss - before).toBeLessThan(ZEROS.length / 2);
  });

  it('refuses a body whose encoding is damaged', async () => {
    const { host } = await serving(page('no gzip at all', { 'content-encoding': 'gzip' }));
    await expect(fetched(host)).rejects.toEqual(fault('unreachable'));
  });

  it('refuses a body that ends too early', async () => {
    const { host } = await serving((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 100 });
      response.write('half of it', () => response.destroy());
    });
    await expect(fetched(host)).rejects.toEqual(fault('unreachable'));
  });

  it.each(['head', 'body'])('ends when the %s takes too long, with all bytes that arrive', async (part) => {
    const { host } = await serving((request, response) => {
      if (part === 'head') return;
      response.writeHead(200, { 'content-type': 'text/html' });
      const dripping = setInterval(() => response.write('x'), 20);
      request.on('close', () => clearInterval(dripping));
    });
    await expect(fetched(host, { ms: 300 })).rejects.toEqual(fault('timeout'));
  });

  it('is ended by its signal', async () => {
    const { host } = await serving(() => undefined);
    const ending = new AbortController();
    const ended = publicFetch(`http://${host}/`, LIMITS, [host], ending.signal);
    ending.abort(new Error('stopping'));
    await expect(ended).rejects.toThrow('stopping');
  });

  it('refuses a host at which nothing listens', async () => {
    const { host } = await serving(page(''));
    servers.pop()!.close();
    await expect(fetched(host)).rejects.toEqual(fault('unreachable'));
  });
});
