import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';

import { docsSentence, serveDocs } from './docs-site.js';

@Module({})
class App {}

describe('the documentation', () => {
  let folder: string;
  let app: NestExpressApplication;
  let url: string;

  beforeEach(async () => {
    folder = join(mkdtempSync(join(tmpdir(), 'parley-docs-')), 'docs');
    app = await NestFactory.create<NestExpressApplication>(App, { logger: false });
    serveDocs(app, folder);
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterEach(async () => {
    await app.close();
    rmSync(join(folder, '..'), { recursive: true });
  });

  const get = (accept: string): Promise<Response> => fetch(`${url}/docs/`, { headers: { accept } });

  it('that is not built answers browsers with the command that builds it, and is served once it is built', async () => {
    const answer = await get('text/html,*/*;q=0.8');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await answer.text()).toContain('The documentation is not built: run <code>npm run build:docs</code>.');
    expect(docsSentence(url, folder)).toBe('The documentation is not built: run npm run build:docs');

    mkdirSync(folder);
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Parley</title>');
    const built = await get('text/html');
    expect([built.status, await built.text()]).toEqual([200, '<!doctype html><title>Parley</title>']);
    expect(docsSentence(url, folder)).toBe(`The documentation is at ${url}/docs/`);
  });

  it.each(['/docs/', '/docs/index.html', '/docs/events', '/docs/events.html'])(
    'has the page %s compressed, for clients that accept it',
    async (path) => {
      mkdirSync(folder);
      const page = `<!doctype html><title>${'Parley '.repeat(100)}</title>`;
      for (const name of ['index.html', 'events.html']) {
        writeFileSync(join(folder, name), page);
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(page));
      }
      const asked = (encoding: string) => fetch(url + path, { headers: { 'accept-encoding': encoding } });
      const compressed = await asked('br');
      expect(Object.fromEntries(compressed.headers)).toMatchObject({
        'content-encoding': 'br',
        'content-type': 'text/html; charset=utf-8',
        vary: 'Accept-Encoding',
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("script-src 'self'") as string,
      });
      expect(await compressed.text()).toBe(page);
      const plain = await asked('identity');
      expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
      expect(await plain.text()).toBe(page);
    },
  );

  it('that is not built leaves programs to the routes', async () => {
    const answer = await get('application/json');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });
});
