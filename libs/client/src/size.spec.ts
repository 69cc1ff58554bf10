import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { minifySync, transformWithOxc } from 'vite';

/** The promise is 10 KB. The rest is for mending faults: a change of the core that is no new feature. */
const KEPT_FREE = 300;
const MAX_BYTES = 10 * 1024 - KEPT_FREE;

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !/\.(spec|fake)\.ts$/.test(name))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));

it('the core of the client is under 10 KB, minified and compressed, and keeps some of them free', async () => {
  const minified = await Promise.all(
    sources.map(async (source) => {
      const { code } = await transformWithOxc(source, 'source.ts', { target: 'es2022' });
      return minifySync('source.js', code, { module: true }).code;
    }),
  );
  expect(
    gzipSync(minified.join('\n'), { level: 9 }).byteLength,
    'The core keeps 300 bytes free. A new feature goes to a folder with an own entry, such as `conversations`.',
  ).toBeLessThan(MAX_BYTES);
});

it('the client imports only its own files, except for types', () => {
  const imports = sources.flatMap((source) => [...source.matchAll(/^(?:import|export) (?!type\b).*from '([^']+)'/gm)]);
  expect(imports.map(([, from]) => from).filter((from) => !from?.startsWith('./'))).toEqual([]);
});
