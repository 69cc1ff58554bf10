import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';

import { SlowestFirst } from './test/runner/slowest-first.js';
import { MODULES, ONLY_TIER } from './test/runner/this-run.js';
import { TIERS } from './test/runner/tiers.js';
import type { Tier } from './test/runner/tiers.js';
import { compileCatalogues } from './web/compile-catalogues.js';
import { emojiModules } from './web/emoji-modules.js';

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
      globalSetup: ['test/servers/setup-build.js', `test/servers/setup-${setup}.js`],
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
    sequence: { sequencer: SlowestFirst },
    // Milliseconds. They end what hangs: a spec whose promise has a time measures it itself, and machines differ
    // threefold.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    ...(MODULES !== undefined && { experimental: { fsModuleCache: true, fsModuleCachePath: MODULES } }),
    expect: { poll: { timeout: 30_000 } },
    projects: TIERS.filter(({ name }) => name === (ONLY_TIER ?? name)).map(project),
  },
});
