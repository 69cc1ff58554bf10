import fc from 'fast-check';

import { byMinutes, lastOf, plotPath, rangeOf } from './plot-path.js';

const SIZE = { width: 100, height: 20 };

it('a plot begins at the left and ends at the right, and its greatest value is at the upper edge', () => {
  const values = [0, 5, 10];
  expect(plotPath(values, SIZE, rangeOf(values))).toBe('M0 20h0.1L50 10L100 0');
});

it('a value that is not known is a gap', () => {
  const values = [4, null, 2, 4, null];
  expect(plotPath(values, SIZE, rangeOf(values))).toBe('M0 0h0.1M50 10h0.1L75 0');
});

it('series without values or with zeros alone can be plotted', () => {
  expect(plotPath([], SIZE, rangeOf([]))).toBe('');
  expect(plotPath([null, null], SIZE, rangeOf([null, null]))).toBe('');
  expect(plotPath([0, 0], SIZE, rangeOf([0, 0]))).toBe('M0 20h0.1L100 20');
  expect(plotPath([3], SIZE, rangeOf([3]))).toBe('M0 0h0.1');
});

it('every point is in the area of the plot', () => {
  const series = fc.array(fc.option(fc.integer({ min: 0, max: 1e9 })), { maxLength: 360 });
  fc.assert(
    fc.property(series, (values) => {
      const path = plotPath(values, SIZE, rangeOf(values)).replaceAll('h0.1', '');
      const points = path.split(/[ML]/).filter(Boolean);
      expect(points).toHaveLength(values.filter((value) => value !== null).length);
      for (const point of points) {
        const [x = -1, y = -1] = point.split(' ').map(Number);
        expect(x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height).toBe(true);
      }
    }),
  );
});

it('a series is summarised by minutes, the newest first', () => {
  const values = [1, 2, 3, 4, 5, 6, null, null, null, null, null, null, 8];
  expect(byMinutes(values, '2026-03-01T12:00:00.000Z', 10)).toEqual([
    { at: '2026-03-01T12:02:00.000Z', mean: 8 },
    { at: '2026-03-01T12:01:00.000Z', mean: null },
    { at: '2026-03-01T12:00:00.000Z', mean: 3.5 },
  ]);
});

it('the last value is the last that is known', () => {
  expect(lastOf([1, 2, null])).toBe(2);
  expect(lastOf([null])).toBeNull();
});
