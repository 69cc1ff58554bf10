import { svgOf } from './chart.js';
import type { Chart } from './chart.js';

const chart: Chart = {
  title: 'How tall they grow',
  x: { name: 'years', scale: 'log' },
  y: { name: 'metres', scale: 'linear' },
  lines: [
    {
      name: 'Oaks, p50',
      points: [
        [1, 0.5],
        [10, 4],
        [300, 31.23456],
      ],
    },
    {
      name: 'Oaks, p99',
      points: [
        [1, 0.9],
        [10, 6],
        [300, 40],
      ],
    },
    {
      name: 'Birches, p50',
      points: [
        [1, 1],
        [10, 7],
      ],
    },
  ],
};

/** The texts of a picture. */
const texts = (svg: string): (string | undefined)[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

/** The lines of a picture: path, colour, and whether they are dashed. */
const drawn = (svg: string): { path: string; colour: string; broken: boolean }[] =>
  [...svg.matchAll(/clip-path="url\(#c\d+\)">\s*<path d="([^"]*)"([^>]*)/g)].map(([, path = '', look = '']) => ({
    path,
    colour: /stroke="(#\w+)"/.exec(look)?.[1] ?? '',
    broken: look.includes('stroke-dasharray'),
  }));

describe('a chart', () => {
  it('has a title, axes with names and marks, and a legend', () => {
    expect(texts(svgOf(chart))).toEqual(
      expect.arrayContaining([
        'How tall they grow',
        'years',
        'metres',
        '1',
        '10',
        '300',
        'Oaks, p50',
        'Oaks, p99',
        'Birches, p50',
      ]),
    );
  });

  it('has one line each, one colour for each server, and dashes for the slowest values', () => {
    const [oaks, slowOaks, birches] = drawn(svgOf(chart));
    expect(oaks).toMatchObject({ broken: false });
    expect(slowOaks).toMatchObject({ broken: true, colour: oaks!.colour });
    expect(birches!.colour).not.toBe(oaks!.colour);
    expect(oaks!.path.match(/[ML]/g)).toHaveLength(3);
    expect(birches!.path.match(/[ML]/g)).toHaveLength(2);
  });

  it('is the same text for the same numbers, independent of earlier charts', () => {
    const first = svgOf(chart);
    svgOf({ ...chart, lines: chart.lines.slice(1) });
    expect(svgOf(chart)).toBe(first);
  });

  it('places steps at equal distances, even if one is 0', () => {
    const svg = svgOf({
      ...chart,
      x: { name: 'rings', scale: 'steps' },
      lines: [
        {
          name: 'Oaks',
          points: [
            [0, 1],
            [10_000, 2],
            [1_000_000, 3],
          ],
        },
      ],
    });
    const places = drawn(svg)[0]!
      .path.split(/[ML]/)
      .slice(1)
      .map((place) => Number(place.split(' ')[0]));
    expect(places[1]! - places[0]!).toBe(places[2]! - places[1]!);
    expect(texts(svg)).toEqual(expect.arrayContaining(['0', '10,000', '1,000,000']));
  });

  it('can be drawn with a single point', () => {
    const single: Chart = { ...chart, lines: [{ name: 'Oaks', points: [[10, 4]] }] };
    expect(svgOf(single)).not.toMatch(/NaN|Infinity/);
  });
});
