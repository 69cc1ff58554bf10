import { text, wholeNumber } from './parsers.js';
import { readConfig } from './read-config.js';
import { settingsPart } from './settings-part.js';

abstract class RoomSettings {
  abstract readonly most: number;
}
abstract class KindSettings {
  abstract readonly preset: string;
}

const kindVariables = { PRESET: text({ default: 'product', choices: ['product', 'team'], desc: 'The kind.' }) };
const parts = [
  settingsPart({
    token: RoomSettings,
    variables: { MOST: wholeNumber({ min: 1, max: 1_000 })({ default: 100, desc: 'Members.' }) },
    settings: (values): RoomSettings => ({
      most: values.MOST,
    }),
    stored: { most: { variable: 'MOST', team: 500 } },
  }),
  settingsPart({
    token: KindSettings,
    variables: kindVariables,
    settings: (values): KindSettings => ({
      preset: values.PRESET,
    }),
    stored: { preset: { variable: 'PRESET' } },
  }),
];

describe('stored values', () => {
  it('are read anew by the settings; the preset changes defaults only', () => {
    const settings = readConfig(parts, {});
    const { most } = settings.of(RoomSettings);
    expect([most, settings.stored.source('most')]).toEqual([100, 'default']);
    const present = settings.of(RoomSettings);
    settings.stored.replace(new Map([['preset', 'team']]));
    expect([present.most, settings.stored.source('most')]).toEqual([500, 'default']);
    settings.stored.replace(
      new Map<string, string | number>([
        ['preset', 'team'],
        ['most', 7],
      ]),
    );
    expect([present.most, settings.stored.source('most')]).toEqual([7, 'stored']);
    settings.stored.replace(new Map([['unknown', 'x']]));
    expect(present.most).toBe(100);
  });

  it('give way to the environment', () => {
    const settings = readConfig(parts, { MOST: '12', PRESET: 'team' });
    settings.stored.replace(new Map([['most', 7]]));
    expect([settings.of(RoomSettings).most, settings.stored.source('most')]).toEqual([12, 'environment']);
    expect(settings.of(KindSettings).preset).toBe('team');
  });

  it('are checked as the variable, and may be texts as in the environment', () => {
    const { stored } = readConfig(parts, {});
    expect(stored.parsed('most', 7)).toBe(7);
    expect(stored.parsed('most', '7')).toBe(7);
    expect(stored.parsed('preset', 'team')).toBe('team');
    for (const wrong of [0, 1_001, '', 'x', true, ['7'], {}, null, 1.5]) {
      expect(() => stored.parsed('most', wrong)).toThrow();
    }
    for (const wrong of ['', 'club', 7, ['team', 'team']]) expect(() => stored.parsed('preset', wrong)).toThrow();
  });
});
