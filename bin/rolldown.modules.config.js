/** Compiles each module of the sources by itself: see the part `modules` in parts.js. */
import { readdirSync } from 'node:fs';

import { defineConfig } from 'rolldown';

import { SOURCES } from '../rolldown.config.js';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.(spec|fake|d)\.ts$/.test(name))
  .map((name) => `src/${name}`);

export default defineConfig({
  ...SOURCES,
  input: [...sources, 'ormconfig.ts', 'contract/generate.js'],
  // Every package but those of this project, and the functions for decorators that rolldown has itself.
  external: (id) => !/^([./]|@parley\/|@oxc-project\/runtime\/)/.test(id),
  output: {
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: '.',
    sourcemap: true,
  },
});
