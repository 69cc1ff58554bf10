import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';

import type { Config } from '../config/config.js';
import { configureHttp } from '../http/configure-http.js';
import { serveWelcomePage } from './welcome-page.js';

@Module({})
class App {}

const config = {
  pages: { webClient: false, docs: false },
  http: { publicPath: '', maxPipelinedRequests: 32, stalledAnswerSeconds: 30 },
  sockets: { maxFrameBytes: 65_536 },
} as unknown as Config;

const PAGE = '<!doctype html><title>Welcome</title>';

const warnings = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-welcome-'));
  mkdirSync(join(folder, 'built/assets'), { recursive: true });
  writeFileSync(join(folder, 'built/index.html'), PAGE);
  writeFileSync(join(folder, 'built/assets/index-Ab12.js'), 'console.log("hello")');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  warnings.mockRestore();
});

async function serving(name: string, use: (url: string) => Promise<void>): Promise<void> {
  const app = await NestFactory.create<NestExpressApplication>(App, { logger: false, bodyParser: false });
  configureHttp(app, config, pino({ level: 'silent' }));
  serveWelcomePage(app, new Logger('Server'), join(folder, name));
  await app.listen(0, '127.0.0.1');
  try {
    await use(await app.getUrl());
  } finally {
    await app.close();
  }
}

describe.each(['/setup', '/invite', '/setup?from=mail'])('the page at %s', (path) => {
  it('is served, and its program runs alone, connects to this host alone, and cannot be framed', async () => {
    await serving('built', async (url) => {
      const page = await fetch(`${url}${path}`);
      expect([page.status, await page.text()]).toEqual([200, PAGE]);
      expect(Object.fromEntries(page.headers)).toMatchObject({
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
      });
      expect((page.headers.get('content-security-policy') ?? '').split(';').sort()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "img-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
      ]);
    });
  });
});

it('the files of the page are below a path of their own', async () => {
  await serving('built', async (url) => {
    const script = await fetch(`${url}/welcome/assets/index-Ab12.js`);
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  });
});

it.each(['/', '/welcome', '/welcome/', '/welcome/index', '/welcome/index.html', '/setup/', '/setup/key', '/invited'])(
  'the page has no other address: %s',
  async (path) => {
    await serving('built', async (url) => {
      expect((await fetch(`${url}${path}`)).status).toBe(404);
    });
  },
);

it('the page is not found, with one warning, if it is not built', async () => {
  warnings.mockClear();
  await serving('later', async (url) => {
    expect((await fetch(`${url}/setup`)).status).toBe(404);
  });
  expect(warnings.mock.calls.map(([line]) => line as string)).toEqual([expect.stringContaining('/setup and /invite')]);
});
