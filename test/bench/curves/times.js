import { quantile } from '../report/statistics.js';

/**
 * The percentiles that are drawn.
 * @param {string} name of the measured server
 * @param {number[]} times in milliseconds
 */
export const p50AndP99 = (name, times) => ({
  [`${name}, p50`]: quantile(times, 0.5),
  [`${name}, p99`]: quantile(times, 0.99),
});

/** @type {import('../report/chart.js').Axis} */
export const MILLISECONDS = { name: 'milliseconds', scale: 'linear' };
