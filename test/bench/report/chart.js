import { init } from 'echarts';

/**
 * @typedef {object} Chart
 * @property {string} title
 * @property {Axis} x
 * @property {Axis} y
 * @property {Line[]} lines
 *
 * @typedef {object} Axis
 * @property {string} name with its unit
 * @property {Scale} scale
 *
 * @typedef {'linear' | 'log' | 'steps'} Scale `steps`: equidistant values, so that one of them may be 0 while the
 *   others grow tenfold
 *
 * @typedef {object} Line
 * @property {string} name the measured server, then, after a comma, the figure; each server has one colour
 * @property {[x: number, y: number][]} points
 */

const SIZE = { width: 760, height: 420 };
/** Distinguishable by colour-blind readers and on paper. */
export const COLOURS = ['#0b62c4', '#d9660a', '#5b6570'];
export const INK = '#24292f';
export const FAINT = '#d0d7de';
const FAINTER = '#eaeef2';
export const BACKGROUND = '#ffffff';
const MOST_FIGURES = 4;
const TAIL = ', p99';

/**
 * A chart as the text of an SVG file. The same chart gives the same text.
 * @param {Chart} chart
 */
export function svgOf({ title, x, y, lines }) {
  const canvas = init(null, null, { renderer: 'svg', ssr: true, ...SIZE });
  const of = (/** @type {string} */ name) => name.replace(/, p\d+$/, '');
  const subjects = [...new Set(lines.map(({ name }) => of(name)))];
  const steps = [...new Set(lines.flatMap(({ points }) => points.map(([step]) => step)))];
  canvas.setOption({
    animation: false,
    backgroundColor: BACKGROUND,
    color: COLOURS,
    title: { text: title, left: 'center', top: 12, textStyle: { color: INK, fontSize: 16 } },
    legend: { bottom: 8, itemWidth: 36, itemHeight: 9, itemGap: 24, textStyle: { color: INK, fontSize: 13 } },
    grid: { left: 96, right: 40, top: 56, bottom: 96 },
    xAxis: { ...axisOf(x, steps), nameGap: 32 },
    yAxis: { ...axisOf(y), nameGap: 72, minorSplitLine: { show: y.scale === 'log', lineStyle: { color: FAINTER } } },
    series: lines.map(({ name, points }) => ({
      type: 'line',
      name,
      silent: true,
      symbolSize: 7,
      color: COLOURS[subjects.indexOf(of(name)) % COLOURS.length],
      lineStyle: { width: 2.5, type: name.endsWith(TAIL) ? [3, 4] : 'solid' },
      data: points.map(([step, value]) => [x.scale === 'steps' ? written(step) : step, rounded(value)]),
    })),
  });
  const svg = canvas.renderToSVGString();
  canvas.dispose();
  return still(svg);
}

/**
 * Rounded to the precision of a shared machine.
 * @param {number} value
 */
export const rounded = (value) => Number(value.toPrecision(MOST_FIGURES));

/**
 * @param {Axis} axis
 * @param {number[]} [steps] all marked values
 */
function axisOf({ name, scale }, steps) {
  const look = {
    name,
    nameLocation: /** @type {const} */ ('middle'),
    nameTextStyle: { color: INK, fontSize: 13 },
    axisLine: { show: true, lineStyle: { color: INK } },
    splitLine: { show: steps === undefined, lineStyle: { color: FAINT } },
  };
  const label = { color: INK, fontSize: 12 };
  if (scale === 'steps') {
    return { ...look, type: /** @type {const} */ ('category'), axisLabel: label, data: steps?.map(written) };
  }
  const type = scale === 'log' ? /** @type {const} */ ('log') : /** @type {const} */ ('value');
  if (steps === undefined) return { ...look, type, axisLabel: label };
  return {
    ...look,
    type,
    min: Math.min(...steps),
    max: Math.max(...steps),
    axisTick: { customValues: steps },
    axisLabel: { ...label, customValues: steps },
  };
}

const written = (/** @type {number} */ value) => value.toLocaleString('en');

/**
 * Removes interaction from a picture, because its class names depend on earlier pictures of the process.
 * @param {string} svg
 */
export const still = (svg) =>
  svg
    .replace(/<style[^]*?<\/style>\s*/g, '')
    .replace(/ (class|pointer-events|ecmeta_\w+)="[^"]*"/g, '')
    .replace(/zr\d+-/g, '');
