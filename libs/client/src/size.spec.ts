import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { transformSync } from '@swc/core';

const MOST_BYTES = 10 * 1024;

const sources = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.ts') && !/\.(spec|fake)\.ts$/.test(name))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));

it('is small: minified and compressed, under 10 KB', () => {
  const minified = sources.map(
    (source) =>
      transformSync(source, {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' }, minify: { compress: true, mangle: true } },
        module: { type: 'es6' },
        minify: true,
      }).code,
  );
  expect(gzipSync(minified.join('\n'), { level: 9 }).byteLength).toBeLessThan(MOST_BYTES);
});

it('stands alone: it imports nothing that it does not bring along, but for types', () => {
  const imports = sources.flatMap((source) => [...source.matchAll(/^(?:import|export) (?!type\b).*from '([^']+)'/gm)]);
  expect(imports.map(([, from]) => from).filter((from) => !from?.startsWith('./'))).toEqual([]);
});
