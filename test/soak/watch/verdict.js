import { median } from '../../bench/report/statistics.js';

/** @typedef {import('./sample.js').Sample} Sample */

/**
 * @typedef {object} Rule
 * @property {'heap' | 'outside' | 'resident' | 'handles' | 'sockets'} figure of a sample
 * @property {string} name
 * @property {string} unit
 * @property {number} least the minimum allowance
 * @property {number} share of the first value that is allowed; the larger of the two counts
 *
 * @typedef {object} Finding of one figure of one node
 * @property {string} node
 * @property {Rule} rule
 * @property {number} first the median of the first quarter after the warm-up
 * @property {number} last the median of the last
 * @property {number} slope the rise in the judged time by the fitted line
 * @property {number} allowed
 * @property {boolean} isFlat
 */

/** @type {Rule[]} */
const RULES = [
  { figure: 'heap', name: 'heap after collection', unit: 'MiB', least: 3, share: 0.08 },
  { figure: 'outside', name: 'memory outside the heap', unit: 'MiB', least: 4, share: 0.1 },
  { figure: 'resident', name: 'resident memory', unit: 'MiB', least: 24, share: 0.1 },
  { figure: 'handles', name: 'other handles', unit: '', least: 4, share: 0 },
  { figure: 'sockets', name: 'open sockets', unit: '', least: 10, share: 0.25 },
];

const LONGEST_WARM_UP_MINUTES = 5;
const SHARE_OF_WARM_UP = 1 / 3;
const QUARTERS = 4;

/**
 * Whether each figure is flat after the warm-up, which is a third of the time, at most five minutes. A figure rises if
 * both the median of the last quarter exceeds that of the first by more than the allowance, and the line that fits all
 * samples in between (Theil-Sen, which is robust against outliers) rises by more than that. A leak does both;
 * fluctuations do at most one.
 *
 * @param {string} node
 * @param {readonly Sample[]} samples
 * @returns {Finding[]}
 */
export function judged(node, samples) {
  const warm = warmOf(samples);
  return RULES.map((rule) => {
    const points = warm.map((sample) => ({ at: sample.minutes, value: sample[rule.figure] }));
    const quarter = Math.max(1, Math.floor(points.length / QUARTERS));
    const first = median(valuesOf(points.slice(0, quarter)));
    const last = median(valuesOf(points.slice(-quarter)));
    const slope = slopeOf(points) * ((points.at(-1)?.at ?? NaN) - (points[0]?.at ?? NaN));
    const allowed = Math.max(rule.least, rule.share * first);
    return { node, rule, first, last, slope, allowed, isFlat: last - first <= allowed || slope <= allowed };
  });
}

/** @param {readonly Sample[]} samples */
export function warmOf(samples) {
  const end = samples.at(-1)?.minutes ?? 0;
  const warmUp = Math.min(LONGEST_WARM_UP_MINUTES, end * SHARE_OF_WARM_UP);
  return samples.filter(({ minutes }) => minutes >= warmUp);
}

/**
 * The median of the slopes between any two points.
 * @param {readonly { at: number, value: number }[]} points
 */
function slopeOf(points) {
  const slopes = points.flatMap(({ at, value }, index) =>
    points.slice(index + 1).map((later) => (later.value - value) / (later.at - at)),
  );
  return median(slopes);
}

/** @param {readonly { value: number }[]} points */
const valuesOf = (points) => points.map(({ value }) => value);
