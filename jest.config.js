import { availableParallelism } from 'node:os';

import { whyNotReadOnly } from './test/container/read-only.js';
import { whyNoSmallDisk } from './test/deploy/small-disk.js';
import { missingServers } from './test/servers/programs.js';

/** Specs of what a process does alone, which several would each do in the same way. */
const ofOneProcess = [
  'addresses', // settings, and what each makes of a request
  'api-games', // what the HTTP server of each makes of what it is sent, and what each counts
  'api-keys', // commands, and what one statement says
  'api-parity', // rights
  'api-scopes',
  'audit', // what is written with a change, in its transaction
  'cli', // commands
  'docs', // pages
  'frames', // what is read of them
  'handshake-games', // what the HTTP server of each makes of what it is sent
  'handshake-origin', // settings, and what is logged
  'handshake-path',
  'handshake-token', // what each makes of one
  'headers', // of any process
  'history-walks', // what one statement says
  'http-games',
  'injection', // what one statement makes of a text
  'limits-events', // limits that each process counts by itself
  'limits-handshakes',
  'limits-sizes',
  'limits-slow-crowd',
  'limits-slow-reader',
  'logs', // of each process
  'membership-refusals', // rules
  'message-search', // what one statement finds
  'message-search-words',
  'messages-trace', // a command, and what is stored
  'messages-trace-faults',
  'metrics', // each tells of itself
  'migrations', // no process at all
  'migrations-of-filled-tables',
  'mistakes',
  'push-subscriptions', // what each makes of one
  'room-list-pages', // what one statement says
  'room-modify-refusals',
  'room-refusals',
  'sanitized-html',
  'secret-rotation', // settings
  'stops', // how a process ends
  'tracing',
  'user-find', // what one statement finds
  'users-erase', // commands, and what is stored
  'users-export',
  'web-client', // files
];

/** Specs of what is the same whatever database is behind it: on PostgreSQL alone, where that is there. */
const ofOneDatabase = [
  'api-games', // what is read of requests
  'api-keys', // commands
  'api-parity', // rights
  'api-scopes',
  'client-lines', // the client library
  'client-queue',
  'client-tokens',
  'docs', // pages
  'frames', // what is read of them
  'handshake-games',
  'handshake-origin',
  'handshake-path',
  'handshake-token',
  'headers',
  'http-games',
  'idle-devices', // sockets
  'limits-connections', // what each process counts
  'limits-events',
  'limits-handshakes',
  'limits-log-ins',
  'limits-sizes',
  'limits-slow-crowd', // sockets that are not read
  'limits-slow-reader',
  'logs',
  'messages-trace-faults', // processes that end
  'metrics',
  'push-outages', // services of others
  'push-subscriptions',
  'tracing',
  'typing', // what is never stored
  'web-client', // files
  'webhook-outages', // services of others
];

const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

/** @param {string} name @param {string[]} testMatch */
const project = (name, testMatch) => ({
  displayName: name,
  testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`),
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/'],
  testEnvironmentOptions: { customExportConditions: ['parley-source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  // A file is imported by the name that it has once it is compiled.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'] },
  transform: { '\\.ts$': ['@swc/jest', swc] },
});

const endToEndSpecs = (/** @type {string[]} */ names) => names.map((name) => `/${name}\\.e2e-spec\\.ts$`);

/**
 * The same specs on either database, and a few that are about one of them. The globals tell the support which, and how
 * many nodes a service has.
 */
const endToEnd = (/** @type {'embedded' | 'postgres'} */ database) => ({
  ...project(database, ['test/e2e/*.e2e-spec.ts', `test/e2e/${database}/*.e2e-spec.ts`, 'test/fuzz/*.fuzz-spec.ts']),
  globals: { database, nodes: 1 },
  globalSetup: `<rootDir>/test/servers/setup-${database}.js`,
  globalTeardown: '<rootDir>/test/servers/teardown.js',
});

const unit = project('unit', [
  ...['src/**/*.spec.ts', 'libs/*/src/**/*.spec.ts', 'web/src/**/*.spec.ts'],
  ...['contract/**/*.spec.ts', 'test/{hub,contract,chaos,docs,packages}/*.spec.ts', 'test/{bench,soak}/**/*.spec.ts'],
]);
const redis = {
  ...endToEnd('postgres'),
  ...project('redis', ['test/redis/*.redis-spec.ts']),
  globalSetup: '<rootDir>/test/servers/setup-redis.js',
};
/** Once more, with the people of each story, and the devices of each of them, spread over three nodes. */
const threeNodes = {
  ...redis,
  ...project('three-nodes', ['test/e2e/*.e2e-spec.ts']),
  globals: { database: 'postgres', nodes: 3 },
  testPathIgnorePatterns: endToEndSpecs(ofOneProcess),
};

const chaos = project('chaos', ['test/chaos/*.chaos-spec.ts']);
const bench = project('bench', ['test/bench/*.bench-spec.ts']);
const soak = project('soak', ['test/soak/*.soak-spec.ts']);

/** What people see, and the client library where it lives: in Chromium, without a window. */
const browser = { ...endToEnd('embedded'), ...project('browser', ['test/browser/*.browser-spec.ts']) };

const container = { ...endToEnd('embedded'), ...project('container', ['test/container/*.container-spec.ts']) };

const missing = missingServers();
const everything = process.env.CI === 'true';
const runs = (/** @type {string | undefined} */ reason) => everything || reason === undefined;
/** Each story is told by one process on the embedded database, and by three on PostgreSQL; those of one, by one on that. */
const postgres = {
  ...endToEnd('postgres'),
  ...(runs(missing.postgres ?? missing.redis) && {
    testMatch: ofOneProcess
      .map((name) => `<rootDir>/test/e2e/${name}.e2e-spec.ts`)
      .concat('<rootDir>/test/e2e/postgres/*.e2e-spec.ts', '<rootDir>/test/fuzz/*.fuzz-spec.ts'),
  }),
};
const embedded = {
  ...endToEnd('embedded'),
  // Nor rubbish, which is refused before a database hears of it.
  testPathIgnorePatterns: runs(missing.postgres) ? [...endToEndSpecs(ofOneDatabase), '\\.fuzz-spec\\.ts$'] : [],
};
/** Nobody can install it: a kernel lets us, or it does not. */
const noReadOnly = whyNotReadOnly();
const noSmallDisk = whyNoSmallDisk();

/** What stands in `deploy`, and what it promises of a deployment: with every server, and the programs of others. */
const deploy = {
  ...endToEnd('postgres'),
  ...project('deploy', ['test/deploy/*.deploy-spec.ts']),
  globalSetup: '<rootDir>/test/servers/setup-deploy.js',
  testPathIgnorePatterns: noSmallDisk === undefined ? [] : ['/full-disk\\.deploy-spec\\.ts$'],
};

export default {
  projects: [
    unit,
    embedded,
    ...(runs(missing.postgres) ? [postgres] : []),
    ...(runs(missing.postgres ?? missing.redis) ? [redis, threeNodes] : []),
    ...(runs(missing.toKill) ? [chaos, soak] : []),
    ...(runs(missing.toMeasure) ? [bench] : []),
    ...(runs(missing.browser) ? [browser] : []),
    ...(runs(missing.toKill ?? missing.toDeploy) ? [deploy] : []),
    ...(noReadOnly === undefined ? [container] : []),
  ],
  reporters: [
    'default',
    [
      '<rootDir>/test/servers/closing-reporter.js',
      { leftOut: [...(everything ? [] : Object.values(missing)), noReadOnly, noSmallDisk].filter(Boolean) },
    ],
  ],
  // More than there are cores: services wait for time to pass, and so do those who watch them.
  maxWorkers: availableParallelism() + 1,
  // It ends what hangs, and judges nobody who is slow: other people's machines take several times as long as ours.
  testTimeout: 300_000,
};
