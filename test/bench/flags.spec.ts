import { readFlags } from './flags.js';

const names = { measures: ['stored', 'latency'], curves: ['rooms'] };
const read = (words: string): ReturnType<typeof readFlags> => readFlags(words.split(' ').filter(Boolean), names);

describe('the flags of the benchmark', () => {
  it('choose every measure by default', () => {
    expect(read('')).toEqual({
      only: ['stored', 'latency'],
      rounds: 5,
      seconds: 4,
      steps: Infinity,
      out: 'bench-results',
    });
  });

  it('choose every curve, with less time for each point', () => {
    expect(read('--curves')).toMatchObject({ only: ['rooms'], rounds: 3, seconds: 1 });
  });

  it('choose measures and curves by name, and the duration', () => {
    expect(read('--only rooms,latency --rounds 1 --seconds 0.3 --steps 2 --out here')).toEqual({
      only: ['rooms', 'latency'],
      rounds: 1,
      seconds: 0.3,
      steps: 2,
      out: 'here',
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
  ])('are rejected with the usage: %s', (words) => expect(() => read(words)).toThrow('npm run bench -- [--curves]'));

  it('are rejected with the available names if a name is unknown', () => {
    expect(() => read('--only rooms,doors')).toThrow(
      /^Unknown: doors\.[^]*The measures: stored, latency\nThe curves: rooms$/,
    );
  });
});
