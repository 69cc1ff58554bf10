import { readFlags } from './flags.js';

const read = (words: string): ReturnType<typeof readFlags> => readFlags(words.split(' ').filter(Boolean));

describe('the flags of a soak', () => {
  it('default to half an hour', () => expect(read('')).toMatchObject({ minutes: 30, users: 40, out: 'soak-results' }));

  it('set the duration, the users, the seed and the output folder', () => {
    expect(read('--minutes 0.5 --users 8 --seed 4 --out here')).toEqual({
      minutes: 0.5,
      users: 8,
      seed: 4,
      out: 'here',
    });
  });

  it.each(['--minutes 0', '--minutes Infinity', '--users 7', '--users 8.5', '--seed -1', '--loud', 'more'])(
    'are rejected with the usage: %s',
    (words) => expect(() => read(words)).toThrow('npm run soak -- [--minutes'),
  );
});
