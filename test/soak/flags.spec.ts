import { readFlags } from './flags.js';

const read = (words: string): ReturnType<typeof readFlags> => readFlags(words.split(' ').filter(Boolean));

describe('the flags of a soak', () => {
  it('are for half an hour unless told otherwise', () => {
    expect(read('')).toMatchObject({ minutes: 30, users: 40, out: 'soak-results' });
  });

  it('say how long, with how many, by which chance and where to write', () => {
    expect(read('--minutes 0.5 --users 8 --seed 4 --out here')).toEqual({
      minutes: 0.5,
      users: 8,
      seed: 4,
      out: 'here',
    });
  });

  it.each(['--minutes 0', '--minutes Infinity', '--users 7', '--users 8.5', '--seed -1', '--loud', 'more'])(
    'say how the soak is called where it is called with %s',
    (words) => {
      expect(() => read(words)).toThrow('npm run soak -- [--minutes');
    },
  );
});
