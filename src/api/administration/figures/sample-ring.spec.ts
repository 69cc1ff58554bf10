import fc from 'fast-check';

import { combined } from './figures.js';
import { SampleRing, STEPS } from './sample-ring.js';
import { StepsOfNode } from './cluster-figures.js';

const figuresOf = (connections: number) => ({ ...combined([]), connections });

/** The pauses between the samples of a node, in steps. */
const pauses = fc.array(fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 2 * STEPS })), { maxLength: 1_000 });

describe('a ring of samples', () => {
  it('has the latest sample of each step of the last hour, and none of other steps', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), pauses, (start, between) => {
        const ring = new SampleRing();
        const all = new Map<number, number>();
        let step = start;
        for (const [at, pause] of between.entries()) {
          step += pause;
          ring.add(step, figuresOf(at));
          all.set(step, at);
        }
        const hour = Array.from({ length: STEPS }, (_, at) => step - STEPS + 1 + at).filter((each) => each >= 0);
        expect(hour.map((each) => ring.at(each)?.connections)).toEqual(hour.map((each) => all.get(each)));
        expect(ring.firstSince(hour[0]!, step)).toBe(hour.find((each) => all.has(each)));
      }),
    );
  });

  it('ignores a sample that is an hour older than another', () => {
    const ring = new SampleRing();
    ring.add(STEPS + 1, figuresOf(2));
    ring.add(1, figuresOf(1));
    expect([ring.at(1), ring.at(STEPS + 1)?.connections]).toEqual([undefined, 2]);
  });
});

describe('the steps of another node', () => {
  it('follow each other, near to their arrivals, whatever its clock says and however late they arrive', () => {
    const lateness = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 100 });
    const differences = fc.integer({ min: -10_000, max: 10_000 }).filter((steps) => steps === 0 || Math.abs(steps) > 2);
    fc.assert(
      fc.property(differences, lateness, (difference, late) => {
        const steps = new StepsOfNode();
        const arrivals = late.map((behind, at) => 1_000_000 + at + behind);
        const here = arrivals.map((arrival, at) => steps.here(1_000_000 + at + difference, arrival));
        expect(here).toEqual(here.map((_, at) => here[0]! + at));
        for (const [at, step] of here.entries()) expect(Math.abs(step - arrivals[at]!)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('follow a clock that is set', () => {
    const steps = new StepsOfNode();
    expect([steps.here(10, 10), steps.here(11, 11), steps.here(500, 12), steps.here(501, 13)]).toEqual([
      10, 11, 12, 13,
    ]);
    expect(steps.here(14, 14)).toBe(14);
  });
});
