import { median } from './statistics.js';

/**
 * @typedef {object} Result the result of a measure
 * @property {string} measure
 * @property {string} what
 * @property {number} value the median of the rounds
 * @property {string} unit empty: a ratio
 * @property {number[]} rounds
 * @property {Bar} [bar] the required value
 *
 * @typedef {{ least: number } | { most: number }} Bar
 */

/**
 * @param {string} measure
 * @param {string} what
 * @param {number[]} rounds
 * @param {{ unit?: string, bar?: Bar }} [more]
 * @returns {Result}
 */
export const result = (measure, what, rounds, { unit = '', bar } = {}) => ({
  measure,
  what,
  value: median(rounds),
  unit,
  rounds,
  ...(bar ? { bar } : {}),
});

/** @param {Result} result @returns {boolean | undefined} undefined if nothing is required */
export function isReached({ value, bar }) {
  if (!bar) return undefined;
  return 'least' in bar ? value >= bar.least : value <= bar.most;
}
