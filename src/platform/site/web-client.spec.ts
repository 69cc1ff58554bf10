import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { Controller, Get, Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import request from 'supertest';

import type { Config } from '../config/config.js';
import { configureHttp } from '../http/configure-http.js';
import { serveWebClient } from './web-client.js';

@Controller()
class Beside {
  @Get('health')
  health(): object {
    return { status: 'ok' };
  }
}

@Module({ controllers: [Beside] })
class App {}

const config = {
  pages: { webClient: true, docs: true },
  http: { publicPath: '', maxPipelinedRequests: 32, stalledAnswerSeconds: 30 },
  sockets: { maxFrameBytes: 65_536 },
} as unknown as Config;

const SCRIPT = 'console.log("hello, hello, hello, hello")';
/** The `Accept` of a browser for an address that a user opens. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const IMMUTABLE = 'public, max-age=31536000, immutable';

const NOT_FOUND = { detail: 'Not found.', code: 'not_found' };

describe('the web client', () => {
  const warnings = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  let place: string;
  let app: NestExpressApplication;
  let url: string;

  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'parley-web-'));
    mkdirSync(join(place, 'web/assets'), { recursive: true });
    writeFileSync(join(place, 'secret.txt'), 'not of the web client');
    writeFileSync(join(place, 'web/.built'), 'not for anybody');
    writeFileSync(join(place, 'web/index.html'), '<!doctype html><title>Parley</title>');
    writeFileSync(join(place, 'web/foreign-media.html'), '<!doctype html><title>Media</title>');
    writeFileSync(join(place, 'web/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(place, 'web/assets/index-Ab12.js'), 'console.log("hello")');
    writeFileSync(join(place, 'web/assets/index-Ab12.css'), 'body {}');
    for (const name of ['assets/packed-Cd34.js', 'brand.css']) {
      writeFileSync(join(place, 'web', name), SCRIPT);
      writeFileSync(join(place, 'web', `${name}.br`), brotliCompressSync(SCRIPT));
      writeFileSync(join(place, 'web', `${name}.gz`), gzipSync(SCRIPT));
    }
    [app, url] = await serves(join(place, 'web'));
  });

  afterAll(async () => {
    await app.close();
    rmSync(place, { recursive: true });
    warnings.mockRestore();
  });

  async function serves(folder: string, store?: string): Promise<[NestExpressApplication, string]> {
    const made = await NestFactory.create<NestExpressApplication>(App, { logger: false, bodyParser: false });
    configureHttp(made, config, pino({ level: 'silent' }));
    serveWebClient(made, new Logger('Web'), { folder, store });
    await made.listen(0, '127.0.0.1');
    return [made, await made.getUrl()];
  }

  it.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/icon.svg', 'image/svg+xml', 'no-cache'],
    ['/assets/index-Ab12.js', 'text/javascript; charset=utf-8', IMMUTABLE],
    ['/assets/index-Ab12.css', 'text/css; charset=utf-8', IMMUTABLE],
  ])('is served with its type and caching headers: %s', async (path, type, keeping) => {
    const response = await fetch(url + path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'cache-control': keeping,
      'x-content-type-options': 'nosniff',
    });
    const etag = response.headers.get('etag') ?? '';
    // `fetch` would not send the conditional request.
    const again = await request(url).get(path).set('If-None-Match', etag);
    expect([again.status, again.text, again.headers['cache-control']]).toEqual([304, '', keeping]);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0, br;q=0', undefined],
  ])('sends a file of the build as it was compressed, if the client accepts that: %s', async (accepted, encoding) => {
    const response = await request(url).get('/assets/packed-Cd34.js').set('Accept-Encoding', accepted);
    expect([response.status, response.text]).toEqual([200, SCRIPT]);
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': IMMUTABLE,
      vary: 'Accept-Encoding',
    });
  });

  it.each(['br', 'gzip', 'identity'])('compares and cuts the form of a file that it sends: %s', async (encoding) => {
    const get = () => request(url).get('/assets/packed-Cd34.js').set('Accept-Encoding', encoding);
    const { headers } = await get();
    const again = await get().set('If-None-Match', headers.etag!);
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': IMMUTABLE });
    const head = await request(url).head('/assets/packed-Cd34.js').set('Accept-Encoding', encoding);
    expect(head.headers['content-length']).toBe(headers['content-length']);
    const response = await fetch(`${url}/assets/packed-Cd34.js`, {
      method: 'HEAD',
      headers: { 'accept-encoding': encoding, range: 'bytes=0-9' },
    });
    const range = response.headers.get('content-range');
    expect([response.status, range]).toEqual([206, `bytes 0-9/${headers['content-length']!}`]);
  });

  it('does not send compressed forms of files that may be edited, nor forms that do not exist', async () => {
    for (const path of ['/brand.css', '/assets/index-Ab12.js', '/']) {
      const response = await request(url).get(path).set('Accept-Encoding', 'br, gzip');
      expect([path, response.status, response.headers['content-encoding']]).toEqual([path, 200, undefined]);
    }
  });

  it.each([
    ['/nonsense', 'en-GB,en;q=0.9', '<html lang="en" dir="ltr">', 'Page not found'],
    ['/assets/index-Zz99.js', 'fr, de;q=0.8', '<html lang="de" dir="ltr">', 'Seite nicht gefunden'],
    ['/api/nonsense/', 'ar', '<html lang="ar" dir="rtl">', 'الصفحة غير موجودة'],
    ['/<script>/', '<script>', '<html lang="en" dir="ltr">', 'Page not found'],
  ])('an unknown address in a browser leads to the chat: %s, %s', async (path, language, root, title) => {
    const response = await request(url).get(path).set('Accept', BROWSER).set('Accept-Language', language);
    expect([response.status, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(response.headers['content-security-policy']).toMatch(/default-src 'none';style-src 'sha256-[^;]+;/);
    expect(response.text).toContain(root);
    expect(response.text).toContain(`<h1>${title}</h1>`);
    expect(response.text).toContain('<a href="/">');
    expect(response.text).toContain('<a href="/docs/">');
    expect(response.text).not.toContain('<script');
  });

  it.each([
    ['GET', 'application/json'],
    ['GET', '*/*'],
    ['GET', 'image/avif,image/*,*/*;q=0.8'],
    ['POST', BROWSER],
  ] as const)('an unknown address in a program is refused with JSON: %s, %s', async (method, accept) => {
    const response = await fetch(`${url}/nonsense`, { method, headers: { accept } });
    expect([response.status, await response.json()]).toEqual([404, { detail: 'Not found.', code: 'not_found' }]);
  });

  it('returns errors about compressed files without an encoding', async () => {
    const get = () => request(url).get('/assets/packed-Cd34.js').set('Accept-Encoding', 'br');
    const response = await get().set('If-Match', '"another"');
    expect([response.status, response.headers['content-encoding']]).toEqual([412, undefined]);
    expect(response.body).toEqual({ detail: 'The request was refused.', code: 'error' });
  });

  it('may send files to the store of files', async () => {
    const [made, at] = await serves(join(place, 'web'), 'https://files.s3.eu.amazonaws.com');
    const { headers } = await fetch(at);
    await made.close();
    expect(headers.get('content-security-policy')).toContain(
      "connect-src 'self' ws: wss: https://files.s3.eu.amazonaws.com;",
    );
  });

  it('may run only its own scripts, open WebSockets and show attachments', async () => {
    const { headers } = await fetch(url);
    expect((headers.get('content-security-policy') ?? '').split(';').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self' ws: wss:",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "frame-src 'self'",
      "img-src 'self' data: blob:",
      "manifest-src 'self'",
      "media-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
    ]);
  });

  it('loads media of other hosts in a page of its own, which only this host may frame', async () => {
    const { headers } = await fetch(`${url}/foreign-media.html`);
    expect((headers.get('content-security-policy') ?? '').split(';').sort()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'img-src https: http:',
      'media-src https: http:',
      "script-src 'self'",
      "style-src 'self'",
    ]);
  });

  it.each([
    '/nowhere',
    '/assets',
    '/assets/',
    '/assets/index-Ab13.js',
    '/.built',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/index.html%00.js',
  ])('serves no files outside of its folder: %s', async (path) => {
    const response = await fetch(url + path);
    expect([response.status, await response.json()]).toEqual([404, NOT_FOUND]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none';base-uri/) as unknown,
    });
  });

  it('refuses methods other than reading', async () => {
    const response = await fetch(url, { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([404, NOT_FOUND]);
  });

  it('does not hide the routes of the service', async () => {
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' });
  });

  it.each([{ 'if-match': '"another"' }, { range: 'bytes=100000-' }])(
    'returns errors as JSON, which are not cached: %j',
    async (headers) => {
      const response = await fetch(`${url}/assets/index-Ab12.js`, { headers: headers as Record<string, string> });
      expect([412, 416]).toContain(response.status);
      expect(await response.json()).toEqual({ detail: 'The request was refused.', code: 'error' });
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      });
    },
  );

  it('responds with 404 and logs one warning if it is not built, and is served once it is built', async () => {
    warnings.mockClear();
    const folder = join(place, 'later');
    const [later, address] = await serves(folder);
    try {
      expect(warnings.mock.calls.map(([line]) => line as string)).toEqual([expect.stringContaining('npm run build')]);
      const response = await fetch(address);
      expect([response.status, await response.json()]).toEqual([404, NOT_FOUND]);
      mkdirSync(folder);
      writeFileSync(join(folder, 'index.html'), '<!doctype html>');
      expect((await fetch(address)).status).toBe(200);
    } finally {
      await later.close();
    }
  });
});
