import { rounded } from '../report/chart.js';
import { median } from '../report/statistics.js';

/** @typedef {import('../report/chart.js').Chart} Chart */

/**
 * The performance of the service as a quantity grows.
 *
 * @typedef {object} Curve
 * @property {string} name for the flag `--only`
 * @property {number[]} steps of the growing quantity, ascending
 * @property {import('../report/chart.js').Axis} x
 * @property {Record<string, Omit<Chart, 'x' | 'lines'>>} charts by name
 * @property {(lab: import('../lab.js').Lab, seconds: number) => Promise<Reach>} begin `seconds`: the duration for
 *   which a rate is measured
 *
 * @typedef {(step: number) => Promise<Look>} Reach grows the quantity to a step, once
 * @typedef {() => Promise<Found>} Look measures at this step, once a round
 * @typedef {Record<string, Record<string, number>>} Found by chart and line
 */

/**
 * Measures a curve. Each point is the median of the rounds.
 * @param {Curve} curve
 * @param {import('../lab.js').Lab} lab
 * @param {import('../measures/measure.js').Pace & { steps: number }} pace `steps`: the maximum number of steps
 * @returns {Promise<Record<string, Chart>>} by file name
 */
export async function measured({ name, steps, x, charts, begin }, lab, pace) {
  const reach = await begin(lab, pace.seconds);
  /** @type {[step: number, rounds: Found[]][]} */
  const found = [];
  for (const step of steps.slice(0, pace.steps)) {
    const look = await reach(step);
    /** @type {Found[]} */
    const rounds = [];
    for (let round = 0; round < pace.rounds; round += 1) rounds.push(await look());
    found.push([step, rounds]);
  }
  return Object.fromEntries(
    Object.entries(charts).map(([chart, about]) => [`${name}-${chart}`, { ...about, x, lines: linesOf(chart, found) }]),
  );
}

/**
 * One line for each measured name. It ends at the last step where the name was measured.
 * @param {string} chart
 * @param {[step: number, rounds: Found[]][]} found
 */
function linesOf(chart, found) {
  const names = [...new Set(found.flatMap(([, rounds]) => Object.keys(rounds[0]?.[chart] ?? {})))];
  return names.map((name) => ({
    name,
    points: found.flatMap(([step, rounds]) => {
      const values = rounds.flatMap((round) => round[chart]?.[name] ?? []);
      return values.length > 0 ? [/** @type {[number, number]} */ ([step, rounded(median(values))])] : [];
    }),
  }));
}
