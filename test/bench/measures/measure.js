/**
 * @typedef {object} Measure
 * @property {string} name by which it can be chosen
 * @property {(lab: import('../lab.js').Lab, pace: Pace) => Promise<import('../report/result.js').Result[]>} run
 *
 * @typedef {object} Pace
 * @property {number} rounds in each of which everybody is measured once, one after the other
 * @property {number} seconds for which a rate is measured
 */

/**
 * Measures several things side by side: whatever else the machine does meanwhile, it does to all of them.
 * @template {string} Name
 * @param {number} rounds
 * @param {Record<Name, () => Promise<number>>} measured
 * @returns {Promise<Record<Name, number[]>>} what each gave, round by round
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
