import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { minifySync, transformWithOxc } from 'vite';

const MOST_BYTES = 10 * 1024;

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !/\.(spec|fake)\.ts$/.test(name))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));

it('is small: minified and compressed, under 10 KB', async () => {
  const minified = await Promise.all(
    sources.map(async (source) => {
      const { code } = await transformWithOxc(source, 'source.ts', { target: 'es2022' });
      return minifySync('source.js', code, { module: true }).code;
    }),
  );
  expect(gzipSync(minified.join('\n'), { level: 9 }).byteLength).toBeLessThan(MOST_BYTES);
});

it('stands alone: it imports nothing that it does not bring along, but for types', () => {
  const imports = sources.flatMap((source) => [...source.matchAll(/^(?:import|export) (?!type\b).*from '([^']+)'/gm)]);
  expect(imports.map(([, from]) => from).filter((from) => !from?.startsWith('./'))).toEqual([]);
});
