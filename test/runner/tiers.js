import { missingServers } from '../servers/programs.js';
import { RECORDED_TIERS } from '../statements/recorded-tiers.js';
import { whyNoSmallDisk } from '../long/deploy/small-disk.js';
import { whyNotReadOnly } from '../long/read-only.js';

/**
 * A tier is a project of `vitest.config.ts`.
 * @typedef {object} Tier
 * @property {string} name
 * @property {readonly (string | undefined)[]} missing why this machine cannot run it, or parts of it
 */

/** The sets of tiers that have a name. `all` is `quick` and `servers`. */
const SETS = {
  /** Needs nothing but Node.js and the program. */
  quick: ['unit', 'stories'],
  /** Needs the web client, the documentation, PostgreSQL, Redis, a browser and proxies. */
  servers: [...['server', 'postgres', 'pooled', 'cluster', 'nodes', 'faults', 'browser', 'proxies'], 'expensive'],
  long: ['one-node', 'cluster-stories', 'pooled-stories', 'all-faults', 'expensive-postgres', 'long'],
};

/**
 * @param {readonly string[]} names of tiers, or of sets of them
 * @returns {Tier[]}
 * @throws {Error} if a name is unknown
 */
export function tiersOf(names) {
  const { postgres, pooler, redis, toKill, toDeploy, toMeasure, scanner, browser } = missingServers();
  /** @type {Record<string, Tier['missing']>} */
  const missing = {
    unit: [],
    statements: [],
    stories: [],
    server: [],
    postgres: [postgres],
    pooled: [postgres, pooler],
    'pooled-stories': [postgres, pooler],
    cluster: [postgres, redis],
    'cluster-stories': [postgres, redis],
    'one-node': [],
    nodes: [postgres, redis],
    faults: [postgres, redis, toKill],
    'all-faults': [postgres, redis, toKill],
    expensive: [],
    'expensive-postgres': [postgres],
    browser: [browser],
    proxies: [postgres, redis, toDeploy],
    long: [postgres, redis, toKill, toMeasure, toDeploy, scanner, browser, whyNotReadOnly(), whyNoSmallDisk()],
  };
  return expand(names).map((name) => {
    const reasons = missing[name];
    if (!reasons) throw new Error(`Unknown tier "${name}": ${Object.keys({ ...SETS, ...missing }).join(', ')}.`);
    return { name, missing: reasons };
  });
}

/** @param {readonly string[]} names @returns {string[]} */
function expand(names) {
  const sets = /** @type {Record<string, string[]>} */ ({ ...SETS, all: [...SETS.quick, ...SETS.servers] });
  const tiers = new Set(names.flatMap((name) => sets[name] ?? [name]));
  // Last, because it judges the statements that other tiers have sent.
  return RECORDED_TIERS.some((name) => tiers.has(name))
    ? [...tiers].filter((name) => name !== 'statements').concat('statements')
    : [...tiers];
}
