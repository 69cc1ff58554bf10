import { wholeNumber } from './parsers.js';
import { readConfig } from './read-config.js';
import { settingsPart } from './settings-part.js';

abstract class Sizes {
  abstract readonly most: number;
}

abstract class Times {
  abstract readonly seconds: number;
}

const digits = wholeNumber({ min: 0, max: 9 });

let made = 0;
const sizes = settingsPart({
  token: Sizes,
  variables: { MOST: digits({ default: 3, desc: 'The most.' }) },
  faults: ({ MOST: most }, production) => (production && most === 0 ? ['MOST: must not be 0'] : []),
  settings: ({ MOST: most }): Sizes => {
    made += 1;
    return { most };
  },
});
const times = settingsPart({
  token: Times,
  variables: { SECONDS: digits({ default: undefined, desc: 'The time.' }), MOST: sizes.variables.MOST },
  settings: ({ SECONDS: seconds, MOST: most }): Times => ({ seconds: seconds ?? most }),
});

describe('readConfig', () => {
  it('has the settings of each part, with defaults for variables that are unset or empty', () => {
    const settings = readConfig([sizes, times], { MOST: '5', SECONDS: ' ' });
    expect(settings.of(Sizes)).toEqual({ most: 5 });
    expect(settings.of(Times)).toEqual({ seconds: 5 });
    expect(readConfig([sizes], {}).of(Sizes).most).toBe(3);
  });

  it('makes settings when they are asked for, and once', () => {
    made = 0;
    const settings = readConfig([sizes, times], {});
    expect(made).toBe(0);
    expect(settings.of(Sizes)).toBe(settings.of(Sizes));
    expect(settings.all().map(({ token }) => token)).toEqual([Sizes, Times]);
    expect(made).toBe(1);
  });

  it('reports the faults of all parts together', () => {
    const environment = { NODE_ENV: 'production', MOST: '0', SECONDS: '10' };
    expect(() => readConfig([sizes, times], environment)).toThrow(
      'The configuration has faults:\n  SECONDS: must be a whole number from 0 to 9\n  MOST: must not be 0',
    );
  });

  it('has no settings without a part', () => {
    expect(() => readConfig([sizes], {}).of(Times)).toThrow('No part of the configuration makes Times');
  });
});
