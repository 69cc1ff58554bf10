import fc from 'fast-check';

import { combined, eachFigure, FIGURE_NAMES, FIGURES, figuresIn } from './figures.js';
import type { Figures } from './figures.js';

const anyFigures: fc.Arbitrary<Figures> = fc.record(eachFigure(() => fc.option(fc.nat())));

/** The figures of the nodes that know one. */
const known = (all: readonly Figures[], name: keyof Figures): number[] => all.flatMap((figures) => figures[name] ?? []);

describe('the figures of several nodes together', () => {
  it('are sums, or the largest or smallest of those that nodes know, and null if no node knows one', () => {
    fc.assert(
      fc.property(fc.array(anyFigures, { maxLength: 5 }), (all) => {
        const total = combined(all);
        for (const name of FIGURE_NAMES) {
          const values = known(all, name).sort((one, other) => one - other);
          const sum = values.reduce((before, value) => before + value, 0);
          const expected = { sum, least: values[0], most: values.at(-1) }[FIGURES[name].over];
          expect([name, total[name]]).toEqual([name, values.length === 0 ? null : expected]);
        }
      }),
    );
  });

  it('are those of the node, if there is one', () => {
    fc.assert(
      fc.property(anyFigures, (figures) => {
        expect(combined([figures])).toEqual(figures);
      }),
    );
  });
});

describe('the figures in a packet', () => {
  it('are all figures of this release, and nothing else', () => {
    fc.assert(
      fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (anything, others) => {
        for (const packet of [anything, { ...others, connections: anything }]) {
          const figures = figuresIn(packet);
          expect(Object.keys(figures)).toEqual(FIGURE_NAMES);
          for (const value of Object.values(figures)) expect(value === null || Number.isFinite(value)).toBe(true);
        }
      }),
    );
  });

  it('are as they were sent', () => {
    fc.assert(
      fc.property(anyFigures, (figures) => {
        expect(figuresIn(JSON.parse(JSON.stringify(figures)))).toEqual(figures);
      }),
    );
  });
});
