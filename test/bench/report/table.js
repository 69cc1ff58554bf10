import { isReached } from './result.js';

/** @typedef {import('./result.js').Result} Result */

const HEAD = ['measure', '', 'median', 'of', 'bar', ''];

/**
 * The results as a table, readable on a screen and as Markdown.
 * @param {readonly Result[]} results
 */
export const tableOf = (results) => grid([HEAD, ...results.map(cells)]);

/**
 * The points of a chart as a table, with one row for each line.
 * @param {import('./chart.js').Chart} chart
 */
export function tableOfChart({ title, x, y, lines }) {
  const steps = [...new Set(lines.flatMap(({ points }) => points.map(([step]) => step)))];
  const rows = lines.map(({ name, points }) => {
    const at = new Map(points);
    return [name, ...steps.map((step) => (at.has(step) ? shown(at.get(step) ?? NaN, '') : ''))];
  });
  return `${title}\n\n${grid([[`${y.name} by ${x.name}`, ...steps.map((step) => step.toLocaleString('en'))], ...rows])}`;
}

/** @param {readonly string[][]} rows the first one is the head */
export function grid([head = [], ...rows]) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ row) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** @param {Result} result */
function cells(result) {
  const { measure, what, value, unit, rounds, bar } = result;
  const reached = isReached(result);
  return [
    measure,
    what,
    shown(value, unit),
    rounds.map((round) => shown(round, '')).join(', '),
    bar ? ('least' in bar ? `≥ ${shown(bar.least, unit)}` : `≤ ${shown(bar.most, unit)}`) : '',
    reached === undefined ? '' : reached ? 'reached' : 'NOT REACHED',
  ];
}

/** Three significant figures, the precision of a shared machine. @param {number} value @param {string} unit */
function shown(value, unit) {
  const figures = value >= 1_000 ? Math.round(Number(value.toPrecision(3))).toLocaleString('en') : value.toPrecision(3);
  return unit === '' ? figures : `${figures} ${unit}`;
}
