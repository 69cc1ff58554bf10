import { rounded } from '../report/chart.js';
import { median } from '../report/statistics.js';

/** @typedef {import('../report/chart.js').Chart} Chart */

/**
 * How the service does as something grows.
 *
 * @typedef {object} Curve
 * @property {string} name by which it can be chosen
 * @property {number[]} steps of what grows, upwards
 * @property {import('../report/chart.js').Axis} x
 * @property {Record<string, Omit<Chart, 'x' | 'lines'>>} charts by their names
 * @property {(lab: import('../lab.js').Lab, seconds: number) => Promise<Reach>} begin `seconds`: for which a rate is
 *   measured
 *
 * @typedef {(step: number) => Promise<Look>} Reach gets there, once
 * @typedef {() => Promise<Found>} Look measures there, once a round
 * @typedef {Record<string, Record<string, number>>} Found by the names of the chart and of its line
 */

/**
 * Measures a curve. Each of its points is the median of the rounds.
 * @param {Curve} curve
 * @param {import('../lab.js').Lab} lab
 * @param {import('../measures/measure.js').Pace & { steps: number }} pace `steps`: as many of the curve's, at the most
 * @returns {Promise<Record<string, Chart>>} by the names of their files
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
 * A line for each that was measured, which ends where it was measured no more.
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
