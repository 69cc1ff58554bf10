import { randomFrom } from '../../support/random.js';

/**
 * The ways in which a primary ends. `machine`: all its processes at once, after its standby has received nothing for a
 * while; `crash`: PostgreSQL alone; `switchover`: Patroni changes the roles on demand.
 * @typedef {'machine' | 'crash' | 'switchover'} Failover
 *
 * @typedef {object} FailoverStep
 * @property {Failover} kind
 * @property {number} pauseMs under load before it
 * @property {number} lagMs for how long the standby receives nothing before the end of the primary
 */

/** @type {readonly Failover[]} */
const FAILOVERS = ['machine', 'crash', 'switchover'];

const PAUSE_MS = { least: 2_000, most: 6_000 };
const LAG_MS = { least: 500, most: 2_000 };

/**
 * An endless sequence, the same for the same seed. Every kind comes once before any is repeated, the end of a machine
 * first.
 * @param {number} seed any integer
 * @returns {Generator<FailoverStep, never>}
 */
export function* failoversFrom(seed) {
  const random = randomFrom(seed);
  const between = (/** @type {{ least: number, most: number }} */ { least, most }) =>
    Math.round(least + random() * (most - least));
  for (;;) {
    for (const kind of FAILOVERS) {
      yield { kind, pauseMs: between(PAUSE_MS), lagMs: kind === 'switchover' ? 0 : between(LAG_MS) };
    }
  }
}
