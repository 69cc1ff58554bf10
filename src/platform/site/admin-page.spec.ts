import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';

import type { Config } from '../config/config.js';
import { configureHttp } from '../http/configure-http.js';
import { serveAdminPage } from './admin-page.js';

@Module({})
class App {}

const config = {
  pages: { webClient: true, docs: true },
  http: { publicPath: '', maxPipelinedRequests: 32, stalledAnswerSeconds: 30 },
  sockets: { maxFrameBytes: 65_536 },
} as unknown as Config;

const PAGE = '<!doctype html><title>Administration</title>';

const warnings = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-admin-'));
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
  serveAdminPage(app, new Logger('Server'), { folder: join(folder, name) });
  await app.listen(0, '127.0.0.1');
  try {
    await use(await app.getUrl());
  } finally {
    await app.close();
  }
}

describe('the administration page', () => {
  it('runs its own scripts, connects to this host alone, and cannot be framed', async () => {
    warnings.mockClear();
    await serving('built', async (url) => {
      const page = await fetch(`${url}/admin/`);
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect((page.headers.get('content-security-policy') ?? '').split(';').sort()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "script-src 'self'",
        "style-src 'self'",
      ]);
      const script = await fetch(`${url}/admin/assets/index-Ab12.js`);
      expect([script.status, script.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect((await fetch(`${url}/`)).status).toBe(404);
    });
    expect(warnings).not.toHaveBeenCalled();
  });

  it.each(['users', 'users/', 'users/ada.lovelace/sessions', 'rooms?query=a.b'])(
    'is served at each of its addresses: %s',
    async (path) => {
      await serving('built', async (url) => {
        const page = await fetch(`${url}/admin/${path}`);
        expect([page.status, await page.text()]).toEqual([200, PAGE]);
        expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      });
    },
  );

  it.each(['assets/index-Cd34.js', 'missing.svg', '..%2fpackage.json'])(
    'is not served in place of a file that is missing: %s',
    async (path) => {
      await serving('built', async (url) => {
        expect((await fetch(`${url}/admin/${path}`)).status).toBe(404);
        expect((await fetch(`${url}/administrators`)).status).toBe(404);
      });
    },
  );

  it('is not found, with one warning, if it is not built', async () => {
    warnings.mockClear();
    await serving('later', async (url) => {
      expect((await fetch(`${url}/admin/`)).status).toBe(404);
    });
    expect(warnings.mock.calls.map(([line]) => line as string)).toEqual([expect.stringContaining('ADMIN_PAGE=off')]);
  });
});
