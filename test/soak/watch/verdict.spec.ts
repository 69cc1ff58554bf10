import { randomFrom } from '../../support/random.js';
import type { Sample } from './sample.js';
import { judged, warmOf } from './verdict.js';

const random = randomFrom(7);

/** Samples of a run whose heap is a function of the time plus an oscillation. */
const run = (minutes: number, heapAt: (minute: number) => number, swing = 0): Sample[] =>
  Array.from({ length: 120 }, (_, index) => {
    const minute = (index * minutes) / 120;
    return {
      minutes: minute,
      heap: heapAt(minute) + swing * (random() - 0.5),
      outside: 12,
      resident: 180,
      handles: 22,
      clients: 40,
      sockets: 40,
      database: 10,
      active: 70,
      loopDelay: 3,
    };
  });

const heapOf = (samples: Sample[]): { isFlat: boolean } =>
  judged('a node', samples).find(({ rule }) => rule.figure === 'heap')!;

describe('the verdict of a soak test', () => {
  it('is flat if only noise changes', () => {
    expect(
      judged(
        'a node',
        run(30, () => 60, 6),
      ).every(({ isFlat }) => isFlat),
    ).toBe(true);
  });

  it('is flat if only the warm-up rises', () => {
    expect(heapOf(run(30, (minute) => 60 - 25 * Math.exp(-minute)))).toMatchObject({ isFlat: true });
  });

  it('is flat with some outliers', () => {
    expect(heapOf(run(30, (minute) => (minute > 26 && minute < 28 ? 120 : 60)))).toMatchObject({ isFlat: true });
  });

  it('is flat if a figure oscillates slowly', () => {
    expect(heapOf(run(30, (minute) => 60 + 10 * Math.sin(minute)))).toMatchObject({ isFlat: true });
  });

  it.each([30, 2])('of %d minutes rises for a leak with oscillations', (minutes) => {
    expect(heapOf(run(minutes, (minute) => 60 + (12 * minute) / minutes, 6))).toMatchObject({ isFlat: false });
  });

  it('rises if handles are leaked one by one', () => {
    const samples = run(30, () => 60).map((sample) => ({ ...sample, handles: 22 + Math.floor(sample.minutes / 3) }));
    const rising = judged('a node', samples).filter(({ isFlat }) => !isFlat);
    expect(rising.map(({ rule }) => rule.figure)).toEqual(['handles']);
  });

  it('without samples is not flat', () => expect(judged('a node', []).some(({ isFlat }) => isFlat)).toBe(false));
});

it.each([
  [30, 5],
  [2, 2 / 3],
])('the warm-up of a run of %d minutes takes %d', (minutes, warm) => {
  const first = warmOf(run(minutes, () => 60))[0]!.minutes;
  expect(first).toBeGreaterThan(warm * 0.9);
  expect(first).toBeLessThan(warm * 1.1);
});
