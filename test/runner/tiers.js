import { whyNoSmallDisk } from '../long/deploy/small-disk.js';
import { whyNotReadOnly } from '../long/read-only.js';
import { missingPython, missingServers } from '../servers/programs.js';
import { RECORDED_TIERS } from '../statements/recorded-tiers.js';

/**
 * A tier runs the specs of some folders on one deployment. It is a project of `vitest.config.ts`.
 * @typedef {object} Tier
 * @property {string} name
 * @property {readonly string[]} include patterns of its spec files, from the root
 * @property {Deployment} [deployment] of its services; without one, the specs start none
 * @property {'part' | 'all'} [sample] how much of what is random or exhaustive is tried; by default a part
 * @property {readonly (string | undefined)[]} missing why this machine cannot run it, or parts of it
 */

/**
 * The servers that the specs of a tier use.
 * @typedef {object} Deployment
 * @property {'embedded' | 'postgres'} database
 * @property {number} nodes of each service
 * @property {'embedded' | 'postgres' | 'pooler' | 'redis' | 'all'} setup what is started before the specs
 */

const { postgres, pooler, redis, toKill, toDeploy, toMeasure, scanner, browser } = missingServers();

/** @type {Deployment} */
const ONE_EMBEDDED = { database: 'embedded', nodes: 1, setup: 'embedded' };
/** @type {Deployment} */
const ONE_ON_POSTGRES = { database: 'postgres', nodes: 1, setup: 'postgres' };
/** @type {Deployment} */
const ONE_BEHIND_POOLER = { database: 'postgres', nodes: 1, setup: 'pooler' };
/** @type {Deployment} */
const ONE_OF_MANY = { database: 'postgres', nodes: 1, setup: 'redis' };
/** @type {Deployment} */
const TWO_NODES = { database: 'postgres', nodes: 2, setup: 'redis' };
/** @type {Deployment} */
const THREE_NODES = { database: 'postgres', nodes: 3, setup: 'redis' };
/** @type {Deployment} */
const EVERY_SERVER = { database: 'postgres', nodes: 1, setup: 'all' };

/** For specs that any database can fail: the one that costs least. */
const CHEAPEST = postgres === undefined ? ONE_ON_POSTGRES : ONE_EMBEDDED;

/** Spec files directly in folders of `test`. @param {string[]} folders */
const specsIn = (...folders) => folders.map((folder) => `test/${folder}/*.spec.ts`);

const UNIT_SPECS = [
  'src/**/*.spec.ts',
  'libs/*/src/**/*.spec.ts',
  'tools/*/src/**/*.spec.ts',
  'web/src/**/*.spec.ts',
  'web/admin/src/**/*.spec.ts',
  'contract/**/*.spec.ts',
  'test/{bench,chaos,contract,docs,hub,packages,runner,soak}/**/*.spec.ts',
  'test/statements/rules.spec.ts',
];

/** The tiers of the gate. @type {readonly Tier[]} */
const GATE_TIERS = [
  { name: 'unit', include: UNIT_SPECS, missing: [] },
  { name: 'stories', include: specsIn('stories', 'storage'), deployment: CHEAPEST, missing: [] },
  { name: 'embedded', include: specsIn('embedded', 'everywhere'), deployment: ONE_EMBEDDED, missing: [] },
  { name: 'server', include: specsIn('server'), deployment: ONE_ON_POSTGRES, missing: [postgres] },
  {
    name: 'postgres',
    include: specsIn('postgres', 'integration', 'stories/own-services'),
    deployment: ONE_ON_POSTGRES,
    missing: [postgres],
  },
  { name: 'pooled', include: specsIn('everywhere'), deployment: ONE_BEHIND_POOLER, missing: [postgres, pooler] },
  {
    name: 'cluster',
    include: specsIn('distributed', 'everywhere'),
    deployment: TWO_NODES,
    missing: [postgres, redis],
  },
  { name: 'nodes', include: specsIn('cluster'), deployment: ONE_OF_MANY, missing: [postgres, redis] },
  { name: 'faults', include: specsIn('faults'), deployment: ONE_OF_MANY, missing: [postgres, redis, toKill] },
  { name: 'expensive', include: specsIn('expensive'), deployment: CHEAPEST, missing: [] },
  {
    name: 'python',
    include: specsIn('python'),
    deployment: ONE_EMBEDDED,
    // Vitest loads the configuration, and so this list, once per project.
    get missing() {
      return [missingPython()];
    },
  },
  { name: 'browser', include: specsIn('browser'), deployment: CHEAPEST, missing: [browser] },
  { name: 'proxies', include: specsIn('proxies'), deployment: EVERY_SERVER, missing: [postgres, redis, toDeploy] },
  { name: 'statements', include: ['test/statements/recorded.spec.ts'], missing: [] },
];

/**
 * The parts of `npm run test:long`, each a run of less than an hour. In them nothing is a sample. @type {readonly
 * Tier[]}
 */
const LONG_TIERS = [
  { name: 'all-units', include: UNIT_SPECS, missing: [] },
  {
    name: 'all-postgres',
    include: specsIn('postgres', 'integration'),
    deployment: ONE_ON_POSTGRES,
    missing: [postgres],
  },
  {
    name: 'one-node',
    include: specsIn('stories/own-services', 'distributed', 'everywhere', 'embedded/long'),
    deployment: ONE_EMBEDDED,
    missing: [],
  },
  {
    name: 'cluster-stories',
    include: specsIn('stories', 'stories/own-services', 'distributed', 'everywhere'),
    deployment: THREE_NODES,
    missing: [postgres, redis],
  },
  {
    name: 'pooled-stories',
    include: specsIn('stories', 'stories/own-services', 'distributed', 'everywhere', 'storage'),
    deployment: ONE_BEHIND_POOLER,
    missing: [postgres, pooler],
  },
  {
    name: 'all-faults',
    include: specsIn('faults', 'faults/long'),
    deployment: ONE_OF_MANY,
    missing: [postgres, redis, toKill],
  },
  { name: 'all-server', include: specsIn('server'), deployment: ONE_ON_POSTGRES, missing: [postgres] },
  { name: 'all-expensive', include: specsIn('expensive'), deployment: ONE_ON_POSTGRES, missing: [postgres] },
  { name: 'expensive-embedded', include: specsIn('expensive'), deployment: ONE_EMBEDDED, missing: [] },
  // Specs that take minutes, and depend on sources that seldom change.
  {
    name: 'seldom',
    include: specsIn('server/long', 'postgres/long', 'stories/long', 'storage/long', 'browser/long', 'proxies/long'),
    deployment: EVERY_SERVER,
    missing: [postgres, redis, browser, toDeploy],
  },
  {
    name: 'soak',
    include: specsIn('long/soak'),
    deployment: EVERY_SERVER,
    missing: [postgres, redis, toKill, toMeasure],
  },
  {
    name: 'releases',
    include: specsIn('long/releases'),
    deployment: EVERY_SERVER,
    missing: [postgres, redis, toKill],
  },
  {
    name: 'outages',
    include: specsIn('long/outages'),
    deployment: EVERY_SERVER,
    missing: [postgres, redis, toKill],
  },
  {
    name: 'deploy',
    include: specsIn('long/deploy'),
    deployment: EVERY_SERVER,
    missing: [postgres, redis, toKill, toDeploy, scanner, whyNotReadOnly(), whyNoSmallDisk()],
  },
];

/** Every tier: those of the gate, of the long runs, and of a Citus. @type {readonly Tier[]} */
export const TIERS = [
  ...GATE_TIERS,
  ...LONG_TIERS.map((tier) => ({ ...tier, sample: /** @type {const} */ ('all') })),
  // On the Citus of TEST_CITUS_URL.
  {
    name: 'citus',
    include: [
      ...specsIn('stories', 'stories/own-services', 'distributed', 'everywhere', 'storage', 'citus'),
      'test/integration/message-insert.spec.ts',
    ],
    deployment: ONE_ON_POSTGRES,
    missing: [],
  },
];

/** @param {readonly Tier[]} tiers */
const namesOf = (tiers) => tiers.map(({ name }) => name);

/** They need nothing but Node.js and the program. */
const QUICK = ['unit', 'embedded'];

/** The sets of tiers that have a name. */
const SETS = {
  quick: QUICK,
  /** Needs the web client, PostgreSQL, Redis, a browser and proxies. */
  servers: namesOf(GATE_TIERS).filter((name) => !QUICK.includes(name)),
  all: namesOf(GATE_TIERS),
  long: namesOf(LONG_TIERS),
};

/**
 * @param {readonly string[]} words names of tiers, or of sets of them
 * @returns {Tier[]}
 * @throws {Error} if a name is unknown
 */
export function tiersOf(words) {
  const names = new Set(words.flatMap((word) => /** @type {Record<string, string[]>} */ (SETS)[word] ?? [word]));
  // Last, because it judges the statements that other tiers have sent.
  const judges = names.delete('statements') || RECORDED_TIERS.some((name) => names.has(name));
  return [...names, ...(judges ? ['statements'] : [])].map((name) => {
    const tier = TIERS.find((one) => one.name === name);
    if (!tier) throw new Error(`Unknown tier "${name}": ${[...Object.keys(SETS), ...namesOf(TIERS)].join(', ')}.`);
    return tier;
  });
}
