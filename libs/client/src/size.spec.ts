import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { minifySync, transformWithOxc } from 'vite';

const MAX_BYTES = 10 * 1024;

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !/\.(spec|fake)\.ts$/.test(name))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));

it('the client is under 10 KB, minified and compressed', async () => {
  const minified = await Promise.all(
    sources.map(async (source) => {
      const { code } = await transformWithOxc(source, 'source.ts', { target: 'es2022' });
      return minifySync('source.js', code, { module: true }).code;
    }),
  );
  expect(gzipSync(minified.join('\n'), { level: 9 }).byteLength).toBeLessThan(MAX_BYTES);
});

it('the client imports only its own files, except for types', () => {
  const imports = sources.flatMap((source) => [...source.matchAll(/^(?:import|export) (?!type\b).*from '([^']+)'/gm)]);
  expect(imports.map(([, from]) => from).filter((from) => !from?.startsWith('./'))).toEqual([]);
});
