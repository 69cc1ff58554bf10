import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { basedFiles } from './based-files.js';

it('the texts of a site name its files below the path of a proxy, and nothing else changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-based-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    `<link href="/docs/assets/a.css"><a href="https://x.example/docs/">api/docs/</a>`,
  );
  // As VitePress has its base in the data of the site.
  writeFileSync(
    join(folder, 'assets/app.js'),
    String.raw`const site=JSON.parse("{\"base\":\"/docs/\"}"),css="url(/docs/a.woff2)"`,
  );
  writeFileSync(join(folder, 'assets/a.woff2'), 'a font');
  const handler = basedFiles(folder, '/docs', '/chat', () => undefined);
  const server = createServer((request, response) => {
    handler(Object.assign(request, { path: request.url ?? '' }), response, () => {
      response.writeHead(404).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const read = async (path: string): Promise<string | number> => {
    const response = await fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}${path}`);
    return response.ok ? response.text() : response.status;
  };
  expect(await read('/')).toBe(`<link href="/chat/docs/assets/a.css"><a href="https://x.example/docs/">api/docs/</a>`);
  expect(await read('/assets/app.js')).toBe(
    String.raw`const site=JSON.parse("{\"base\":\"/chat/docs/\"}"),css="url(/chat/docs/a.woff2)"`,
  );
  // Other files and paths are left to the next handler.
  for (const path of ['/assets/a.woff2', '/missing', '/.env', '/assets/..%2findex.html'])
    expect(await read(path)).toBe(404);
  server.close();
  rmSync(folder, { recursive: true });
});
