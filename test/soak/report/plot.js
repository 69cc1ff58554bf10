import { init } from 'echarts';

import { BACKGROUND, COLOURS, FAINT, INK, rounded, still } from '../../bench/report/chart.js';

/**
 * @typedef {import('../watch/sample.js').Sample} Sample
 *
 * @typedef {object} Panel
 * @property {string} title with its unit
 * @property {(sample: Sample) => number} value
 */

/** @type {Panel[]} */
const PANELS = [
  { title: 'Heap after collection, MiB', value: ({ heap }) => heap },
  { title: 'Memory outside the heap, MiB', value: ({ outside }) => outside },
  { title: 'Resident memory, MiB', value: ({ resident }) => resident },
  { title: 'Open sockets', value: ({ sockets }) => sockets },
  { title: 'Connections to the database', value: ({ database }) => database },
  { title: 'Other handles', value: ({ handles }) => handles },
  { title: 'Event loop delay, p99, ms', value: ({ loopDelay }) => loopDelay },
];
const WIDTH = 900;
const TOP = 56;
const PANEL = { height: 120, gap: 50, left: 72, right: 28 };
const BOTTOM = 110;

/**
 * The samples as the text of an SVG file, with one panel a figure and one line a node.
 * @param {string} title
 * @param {number} minutes the duration
 * @param {Map<string, Sample[]>} series by node
 */
export function plotOf(title, minutes, series) {
  const height = TOP + PANELS.length * (PANEL.height + PANEL.gap) + BOTTOM - PANEL.gap;
  const canvas = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  const lines = [...series];
  canvas.setOption({
    animation: false,
    backgroundColor: BACKGROUND,
    color: COLOURS,
    title: [
      { text: title, left: 'center', top: 10, textStyle: { color: INK, fontSize: 16 } },
      ...PANELS.map((panel, at) => ({
        text: panel.title,
        left: PANEL.left - 8,
        top: topOf(at) - 26,
        textStyle: { color: INK, fontSize: 13, fontWeight: 'bold' },
      })),
    ],
    legend: { bottom: 8, data: lines.map(([name]) => name), textStyle: { color: INK, fontSize: 13 } },
    grid: PANELS.map((_, at) => ({ ...PANEL, top: topOf(at) })),
    xAxis: PANELS.map((_, at) => xAxisOf(at, minutes)),
    yAxis: PANELS.map((_, at) => ({
      gridIndex: at,
      min: 0,
      splitNumber: 3,
      axisLabel: { color: INK, fontSize: 11 },
      splitLine: { lineStyle: { color: FAINT } },
    })),
    series: PANELS.flatMap(({ value }, at) =>
      lines.map(([name, samples], line) => ({
        type: 'line',
        name,
        silent: true,
        showSymbol: false,
        xAxisIndex: at,
        yAxisIndex: at,
        color: COLOURS[line % COLOURS.length],
        lineStyle: { width: 1.5 },
        data: samples.map((sample) => [rounded(sample.minutes), rounded(value(sample))]),
      })),
    ),
  });
  const svg = canvas.renderToSVGString();
  canvas.dispose();
  return still(svg);
}

/** @param {number} at */
const topOf = (at) => TOP + 20 + at * (PANEL.height + PANEL.gap);

/** @param {number} at @param {number} max */
function xAxisOf(at, max) {
  const isLast = at === PANELS.length - 1;
  return {
    type: /** @type {const} */ ('value'),
    gridIndex: at,
    min: 0,
    max,
    ...(isLast ? { name: 'minutes', nameLocation: /** @type {const} */ ('middle'), nameGap: 28 } : {}),
    nameTextStyle: { color: INK, fontSize: 13 },
    axisLabel: { color: INK, fontSize: 11, formatter: (/** @type {number} */ value) => String(rounded(value)) },
    splitLine: { show: false },
  };
}
