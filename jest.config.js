import { whyNotReadOnly } from './test/container/read-only.js';
import { missingServers } from './test/servers/programs.js';

/** Specs of what a process does alone, which several would each do in the same way. */
const ofOneProcess = [
  'docs', // pages
  'handshake-games', // what the HTTP server of each makes of what it is sent
  'handshake-origin', // settings, and what is logged
  'handshake-path',
  'headers', // of any process
  'http-games',
  'limits-events', // limits that each process counts by itself
  'limits-handshakes',
  'limits-slow-crowd',
  'limits-slow-reader',
  'migrations', // no process at all
  'migrations-of-filled-tables',
  'stops', // how a process ends
  'web-client', // files
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
const embedded = endToEnd('embedded');
const postgres = endToEnd('postgres');
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
  testPathIgnorePatterns: ofOneProcess.map((name) => `/${name}\\.e2e-spec\\.ts$`),
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
/** Nobody can install it: a kernel lets us, or it does not. */
const noReadOnly = whyNotReadOnly();

export default {
  projects: [
    unit,
    embedded,
    ...(runs(missing.postgres) ? [postgres] : []),
    ...(runs(missing.postgres ?? missing.redis) ? [redis, threeNodes] : []),
    ...(runs(missing.toKill) ? [chaos, soak] : []),
    ...(runs(missing.toMeasure) ? [bench] : []),
    ...(runs(missing.browser) ? [browser] : []),
    ...(noReadOnly === undefined ? [container] : []),
  ],
  reporters: [
    'default',
    [
      '<rootDir>/test/servers/closing-reporter.js',
      { leftOut: [...(everything ? [] : Object.values(missing)), noReadOnly].filter(Boolean) },
    ],
  ],
  maxWorkers: '100%',
  // It ends what hangs, and judges nobody who is slow: other people's machines take several times as long as ours.
  testTimeout: 300_000,
};
