import { readFlags } from './flags.js';

const names = { measures: ['stored', 'latency'], curves: ['rooms'] };
const read = (words: string): ReturnType<typeof readFlags> => readFlags(words.split(' ').filter(Boolean), names);

describe('the flags of the benchmark', () => {
  it('choose every measure unless told otherwise', () => {
    expect(read('')).toEqual({
      ...{ only: ['stored', 'latency'], rounds: 5, seconds: 4 },
      ...{ steps: Infinity, out: 'bench-results' },
    });
  });

  it('choose every curve, each point of which takes less time', () => {
    expect(read('--curves')).toMatchObject({ only: ['rooms'], rounds: 3, seconds: 1 });
  });

  it('choose measures and curves by their names, and how long to look at them', () => {
    expect(read('--only rooms,latency --rounds 1 --seconds 0.3 --steps 2 --out here')).toEqual({
      ...{ only: ['rooms', 'latency'], rounds: 1, seconds: 0.3 },
      ...{ steps: 2, out: 'here' },
    });
  });

  it.each([
    '--rounds 0',
    '--rounds 1.5',
    '--seconds none',
    '--seconds Infinity',
    '--steps -1',
    '--only',
    '--loud',
    'more',
  ])('say how the benchmark is called where it is called with %s', (words) => {
    expect(() => read(words)).toThrow('npm run bench -- [--curves]');
  });

  it('say which names there are where there is none of that name', () => {
    expect(() => read('--only rooms,doors')).toThrow(
      /^Nothing is called doors\.[^]*The measures: stored, latency\nThe curves: rooms$/,
    );
  });
});
