/** Compiles each module of the sources by itself: see the part `modules` in parts.js. */
import { readdirSync } from 'node:fs';

import { defineConfig } from 'rolldown';

import { isPackage, SOURCES } from '../rolldown.config.js';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.(spec|fake|d)\.ts$/.test(name))
  .map((name) => `src/${name}`);

export default defineConfig({
  ...SOURCES,
  input: [...sources, 'ormconfig.ts', 'contract/generate.js'],
  external: isPackage,
  output: {
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: '.',
    sourcemap: true,
  },
});
