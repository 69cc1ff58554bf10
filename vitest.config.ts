import { availableParallelism } from 'node:os';

import { configDefaults, defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';

import { compileCatalogues } from './web/compile-catalogues.js';
import { emojiModules } from './web/emoji-modules.js';

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
 * The stories about what all nodes do together that run on one node too. The tier `cluster` runs them all on three nodes, and
 * `one-node`, of `npm run test:long`, runs them all on one.
 */
const ON_ONE_NODE = ['messages', 'notifications', 'presence', 'private-state', 'room-races', 'session-sync', 'typing']
  .concat('link-previews', 'scanning', 'uploads', 'webhooks')
  .map((name) => `distributed/${name}.spec.ts`);

/**
 * The specs of `test/storage` that run on PostgreSQL too: those whose work depends on how many sessions a database has, or
 * on how it reads and writes large tables. The embedded database is a PostgreSQL as well, so that the others find the
 * same there; `pooled-stories`, of `npm run test:long`, runs them all.
 */
const ON_POSTGRES = [
  'history-walks',
  'injection',
  'message-search',
  'message-search-deadline',
  'migrations',
  'retention',
]
  .concat('room-list-pages', 'user-find', 'users-erase')
  .map((name) => `storage/${name}.spec.ts`);

/**
 * Specs that the gate leaves to `npm run test:long`, because they take minutes and depend on what seldom changes: whole
 * pages of documentation, commands for one purpose, and buffers of megabytes.
 */
const IN_LONG_RUNS = [
  ...['database-compact', 'demo', 'documented-commands', 'documented-programs', 'limits-slow-reader', 'tracing'].map(
    (name) => `server/${name}.spec.ts`,
  ),
  ...['stories/expensive-user-metadata.spec.ts', 'storage/verify.spec.ts'],
];

/** Specs of the browser that the gate leaves to the tier `long` for the same reason. */
const IN_LONG_BROWSERS = [
  ...['deployment', 'development', 'long-names', 'touch'].map((name) => `web-client-${name}`),
  ...['client-store', 'react-parts'],
].map((name) => `browser/${name}.spec.ts`);

/**
 * Specs of faults that the gate leaves to the tier `all-faults` for the same reason: what the command `verify` reports, and
 * an interrupted import from Django. `cluster/verify` and `postgres/import-django` run both commands in the gate.
 */
const IN_LONG_FAULTS = ['import-django-runs', 'verify-faults'].map((name) => `faults/${name}.spec.ts`);

/** Proxies of `deploy` that the gate leaves to the tier `long`: nginx runs the same stories in the gate. */
const IN_LONG_PROXIES = ['caddy', 'haproxy'].map((name) => `proxies/${name}.spec.ts`);

const SELDOM = [...IN_LONG_RUNS, ...IN_LONG_BROWSERS, ...IN_LONG_FAULTS, ...IN_LONG_PROXIES];

/** A project is a tier of folders. The folder alone decides which servers its specs need. */
const project = (
  name: string,
  folders: readonly string[],
  { database, nodes, setup }: Deployment,
  sample: 'part' | 'all' = 'part',
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: folders.map((folder) => (folder.endsWith('.ts') ? `test/${folder}` : `test/${folder}/*.spec.ts`)),
    exclude: [...configDefaults.exclude, ...(sample === 'part' ? SELDOM.map((path) => `test/${path}`) : [])],
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
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'src/**/*.spec.ts',
            'libs/*/src/**/*.spec.ts',
            'web/src/**/*.spec.ts',
            'web/admin/src/**/*.spec.ts',
            'contract/**/*.spec.ts',
            'test/{bench,chaos,contract,docs,hub,packages,runner,soak}/**/*.spec.ts',
            'test/statements/rules.spec.ts',
          ],
        },
      },
      { extends: true, test: { name: 'statements', include: ['test/statements/recorded.spec.ts'] } },
      project('stories', ['stories', 'storage', ...ON_ONE_NODE], ONE_EMBEDDED),
      project('server', ['server'], ONE_EMBEDDED),
      project('postgres', ['postgres', 'integration', ...ON_POSTGRES], ONE_ON_POSTGRES),
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
      project('one-node', ['distributed', ...IN_LONG_RUNS], ONE_EMBEDDED, 'all'),
      project('cluster-stories', ['stories', 'distributed'], THREE_NODES, 'all'),
      project('pooled-stories', ['stories', 'distributed', 'storage'], ONE_BEHIND_POOLER, 'all'),
      project('all-faults', ['faults'], ONE_OF_MANY, 'all'),
      project('long', ['long', 'long/deploy', ...IN_LONG_BROWSERS, ...IN_LONG_PROXIES], EVERY_SERVER, 'all'),
    ],
  },
});
