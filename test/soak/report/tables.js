import { grid } from '../../bench/report/table.js';

/**
 * The findings as a table, readable on a screen and as Markdown.
 * @param {readonly import('../watch/verdict.js').Finding[]} findings
 */
export const tableOf = (findings) =>
  grid([
    ['', '', 'first quarter', 'last quarter', 'trend', 'allowance', ''],
    ...findings.map(({ node, rule, first, last, slope, allowed, isFlat }) => [
      node,
      rule.name,
      shown(first, rule.unit),
      shown(last, rule.unit),
      `${slope < 0 ? '' : '+'}${shown(slope, rule.unit)}`,
      shown(allowed, rule.unit),
      isFlat ? 'flat' : 'RISES',
    ]),
  ]);

/** @param {readonly (readonly [what: string, times: number])[]} counts */
export const countsOf = (counts) =>
  grid([['', 'times'], ...counts.map(([what, times]) => [what, times.toLocaleString('en')])]);

/** @param {number} value @param {string} unit */
const shown = (value, unit) => (unit === '' ? value.toFixed(1) : `${value.toFixed(1)} ${unit}`);
