import { availableParallelism } from 'node:os';

import { configDefaults, defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';

import { compileCatalogues } from './web/compile-catalogues.js';

/** The servers that the specs of a folder use. */
interface Deployment {
  readonly database: 'embedded' | 'postgres';
  readonly nodes: number;
  readonly setup: 'embedded' | 'postgres' | 'pooler' | 'redis' | 'all';
}

const ONE_EMBEDDED: Deployment = { database: 'embedded', nodes: 1, setup: 'embedded' };
const ONE_ON_POSTGRES: Deployment = { database: 'postgres', nodes: 1, setup: 'postgres' };
const ONE_BEHIND_POOLER: Deployment = { database: 'postgres', nodes: 1, setup: 'pooler' };
const THREE_NODES: Deployment = { database: 'postgres', nodes: 3, setup: 'redis' };
const ONE_OF_MANY: Deployment = { database: 'postgres', nodes: 1, setup: 'redis' };
const EVERY_SERVER: Deployment = { database: 'postgres', nodes: 1, setup: 'all' };

/** The stories that the gate runs through a pooler: each kind of statement and transaction. */
const POOLED = [
  ...['stories/rooms', 'stories/unread', 'stories/reactions', 'stories/room-feed', 'stories/tokens'],
  ...['distributed/messages', 'distributed/session-sync', 'distributed/room-races', 'distributed/webhooks'],
  'storage/message-search',
].map((name) => `${name}.spec.ts`);

/**
 * The specs of `test/storage` that no difference between the databases can break: commands, settings and texts. The tier
 * `stories` runs them on the embedded database, and `pooled-stories`, of `npm run test:long`, on PostgreSQL too.
 */
const ON_EITHER_DATABASE = [
  ...['changed-profiles', 'cli-rooms', 'epochs', 'invitation-lists', 'messages-trace', 'new-users', 'own-settings'],
  ...['sanitized-html', 'users-export-conversations', 'verify'],
].map((name) => `test/storage/${name}.spec.ts`);

/** A project is a tier of folders. The folder alone decides which servers its specs need. */
const project = (
  name: string,
  folders: readonly string[],
  { database, nodes, setup }: Deployment,
  { sample = 'part', without = [] }: { sample?: 'part' | 'all'; without?: string[] } = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: folders.map((folder) => (folder.endsWith('.ts') ? `test/${folder}` : `test/${folder}/*.spec.ts`)),
    exclude: [...configDefaults.exclude, ...without],
    env: {
      ...{ TEST_DATABASE: database, TEST_NODES: String(nodes), TEST_SAMPLE: sample },
      TEST_POOLER: setup === 'pooler' ? 'on' : 'off',
      TEST_TIER: name,
    },
    globalSetup: [`test/servers/setup-${setup}.js`],
    setupFiles: ['test/support/setup.ts'],
  },
});

export default defineConfig({
  // Uses the sources of the workspace's packages.
  ssr: { resolve: { conditions: ['parley-source', 'node'], externalConditions: ['parley-source', 'node'] } },
  // The specs of the web client.
  plugins: [compileCatalogues()],
  oxc: { target: 'es2022', decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    globals: true,
    // Modules are evaluated once per worker, not once per file, and the spec files of a worker share services.
    isolate: false,
    pool: 'forks',
    // More workers than cores, because specs wait more than they compute.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.spec.ts',
            'libs/*/src/**/*.spec.ts',
            'web/src/**/*.spec.ts',
            'contract/**/*.spec.ts',
            'test/{bench,chaos,contract,docs,hub,packages,runner,soak}/**/*.spec.ts',
            'test/statements/rules.spec.ts',
          ],
        },
      },
      { extends: true, test: { name: 'statements', include: ['test/statements/recorded.spec.ts'] } },
      project('stories', ['stories', 'distributed', 'storage'], ONE_EMBEDDED),
      project('server', ['server'], ONE_EMBEDDED),
      project('postgres', ['storage', 'postgres', 'integration'], ONE_ON_POSTGRES, { without: ON_EITHER_DATABASE }),
      // On the Citus of TEST_CITUS_URL.
      project(
        'citus',
        ['stories', 'distributed', 'storage', 'citus', 'integration/message-insert.spec.ts'],
        ONE_ON_POSTGRES,
      ),
      project('pooled', POOLED, ONE_BEHIND_POOLER),
      project('cluster', ['distributed'], THREE_NODES),
      project('nodes', ['cluster'], ONE_OF_MANY),
      project('faults', ['faults'], ONE_OF_MANY),
      project('expensive', ['expensive'], ONE_EMBEDDED),
      project('expensive-postgres', ['expensive'], ONE_ON_POSTGRES),
      project('browser', ['browser'], ONE_EMBEDDED),
      project('proxies', ['proxies'], EVERY_SERVER),
      project('cluster-stories', ['stories', 'distributed'], THREE_NODES, { sample: 'all' }),
      project('pooled-stories', ['stories', 'distributed', 'storage'], ONE_BEHIND_POOLER, { sample: 'all' }),
      project('all-faults', ['faults'], ONE_OF_MANY, { sample: 'all' }),
      project('long', ['long', 'long/deploy'], EVERY_SERVER, { sample: 'all' }),
    ],
  },
});
