import { randomFrom } from '../support/random.js';

export const NODES = ['node 1', 'node 2', 'node 3'];
export const REDIS = 'Redis';
export const POSTGRES = 'PostgreSQL';

/**
 * @typedef {object} Step
 * @property {number} pauseMs without faults
 * @property {string[]} parts the affected parts
 * @property {NodeJS.Signals} signal the fault
 * @property {number} awayMs the time until they are restarted
 */

/** @type {readonly { among: string[], count: number, signal: NodeJS.Signals }[]} */
const disruptions = [
  { among: NODES, count: 1, signal: 'SIGKILL' },
  { among: NODES, count: 2, signal: 'SIGKILL' },
  { among: NODES, count: 1, signal: 'SIGTERM' },
  { among: NODES, count: 2, signal: 'SIGTERM' },
  { among: [REDIS], count: 1, signal: 'SIGKILL' },
  { among: [REDIS], count: 1, signal: 'SIGSTOP' },
  // An immediate shutdown of PostgreSQL, as by a power cut.
  { among: [POSTGRES], count: 1, signal: 'SIGQUIT' },
];

const PAUSE_MS = { least: 1_000, most: 5_000 };
const AWAY_MS = { least: 300, most: 4_000 };

/**
 * An endless sequence of faults, the same for the same seed. Every fault comes once before any is repeated.
 * @param {number} seed any integer
 * @returns {Generator<Step, never>}
 */
export function* planFrom(seed) {
  const random = randomFrom(seed);
  const between = (/** @type {{ least: number, most: number }} */ { least, most }) =>
    Math.round(least + random() * (most - least));
  for (;;) {
    for (const { among, count, signal } of shuffled(disruptions, random)) {
      const parts = shuffled(among, random).slice(0, count).sort();
      yield { pauseMs: between(PAUSE_MS), parts, signal, awayMs: between(AWAY_MS) };
    }
  }
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {() => number} random
 */
function shuffled(items, random) {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
