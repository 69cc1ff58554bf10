import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';

import { TIERS } from './test/runner/tiers.js';
import type { Tier } from './test/runner/tiers.js';
import { compileCatalogues } from './web/compile-catalogues.js';
import { emojiModules } from './web/emoji-modules.js';

/** The project of a tier. */
function project({ name, include, deployment, sample = 'part' }: Tier): TestProjectInlineConfiguration {
  const test = { name, include: [...include], env: { TEST_SAMPLE: sample } };
  if (!deployment) return { extends: true, test };
  const { database, nodes, setup } = deployment;
  return {
    extends: true,
    test: {
      ...test,
      env: {
        TEST_TIER: name,
        ...test.env,
        TEST_DATABASE: database,
        TEST_NODES: String(nodes),
        TEST_POOLER: setup === 'pooler' ? 'on' : 'off',
      },
      globalSetup: [`test/servers/setup-${setup}.js`],
      setupFiles: ['test/support/setup.ts'],
    },
  };
}

export default defineConfig({
  // Uses the sources of the workspace's packages.
  ssr: { resolve: { conditions: ['parley-source', 'node'], externalConditions: ['parley-source', 'node'] } },
  // The specs of the web client.
  plugins: [compileCatalogues(), emojiModules()],
  oxc: { target: 'es2022', decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    globals: true,
    // Modules are evaluated once per worker, not once per file, and the spec files of a worker share services.
    isolate: false,
    pool: 'forks',
    // More workers than cores, because specs wait more than they compute.
    maxWorkers: availableParallelism() + 1,
    // Milliseconds. They end what hangs: a spec whose promise has a time measures it itself, and machines differ threefold.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    // The tiers of one run transform each module once. Nothing changes a module or a plugin meanwhile.
    ...(process.env.TEST_MODULES && {
      experimental: { fsModuleCache: true, fsModuleCachePath: process.env.TEST_MODULES },
    }),
    expect: { poll: { timeout: 30_000 } },
    // A project costs a third of a second of processor time, also if it is not run.
    projects: TIERS.filter(({ name }) => name === (process.env.TEST_ONLY ?? name)).map(project),
  },
});
