/**
 * @typedef {object} Measure
 * @property {string} name for the flag `--only`
 * @property {(lab: import('../lab.js').Lab, pace: Pace) => Promise<import('../report/result.js').Result[]>} run
 *
 * @typedef {object} Pace
 * @property {number} rounds in each of which all contenders are measured in turn
 * @property {number} seconds the duration for which a rate is measured
 */

/** The program of the previous release, in `test/previous-release`. */
export const PREVIOUS = 'Parley, previous release';
/** The least rate relative to the previous release. Medians of short runs differ by some percent. */
export const AS_BEFORE = 0.9;

/**
 * Measures several contenders in turn, so that other load on the machine affects all of them.
 * @template {string} Name
 * @param {number} rounds
 * @param {Record<Name, () => Promise<number>>} measured
 * @returns {Promise<Record<Name, number[]>>} the values of each, round by round
 */
export async function inRounds(rounds, measured) {
  const names = /** @type {Name[]} */ (Object.keys(measured));
  /** @type {Map<Name, number[]>} */
  const given = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) given.get(name)?.push(await measured[name]());
  }
  return /** @type {Record<Name, number[]>} */ (Object.fromEntries(given));
}
