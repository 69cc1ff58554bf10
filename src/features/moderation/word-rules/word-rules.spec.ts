import { LIMITS, FaultyRules } from './word-rule.js';
import { WordRules } from './word-rules.js';

type Rule = readonly [match: string, pattern: string, action?: string];

const rulesOf = (...rules: readonly Rule[]): WordRules =>
  WordRules.read(JSON.stringify(rules.map(([match, pattern, action = 'mask']) => ({ match, pattern, action }))));

const faultsOf = (text: string): readonly string[] => {
  try {
    WordRules.read(text);
    return [];
  } catch (error) {
    if (error instanceof FaultyRules) return error.faults;
    throw error;
  }
};

const masked = (text: string, ...rules: readonly Rule[]): string => rulesOf(...rules).check(text).masked;

describe('a word rule', () => {
  it.each<[string, Rule, string, string]>([
    ['the exact word', ['exact', 'bad'], 'a bad one, badly not', 'a *** one, badly not'],
    ['any case', ['exact', 'Bad'], 'BAD bAd', '*** ***'],
    ['a phrase with any separators', ['exact', 'very bad'], 'very,  bad', '**********'],
    ['a word at both ends', ['exact', 'bad'], 'bad', '***'],
    ['words beside an underscore', ['exact', 'bad'], '_bad_', '_***_'],
    ['the beginning of words', ['wildcard', 'bad*'], 'badly bad abad', '***** *** abad'],
    ['the middle of words', ['wildcard', '*a?d*'], 'xaadx', '*****'],
    [
      'a wildcard within one word',
      ['wildcard', 'buy * now'],
      'buy coins now, buy two coins now',
      '*************, buy two coins now',
    ],
    ['whole words of a regular expression', ['regex', 'ba+d|badly'], 'baaad badly xbad', '***** ***** xbad'],
    ['neighbours of a regular expression', ['regex', 'bad'], 'bad bad bad', '*** *** ***'],
    ['Chinese, which has no spaces', ['exact', '坏词'], '这是坏词吗', '这是**吗'],
    ['emoji', ['exact', '💩'], 'x💩💩', 'x**'],
    ['Korean', ['exact', '나쁜'], '나쁜 나쁜말', '** 나쁜말'],
  ])('matches %s', (_, rule, text, expected) => expect(masked(text, rule)).toBe(expected));

  it.each<[string, string]>([
    ['full width', 'ｂａｄ'],
    ['mathematical letters', '𝐛𝒂𝕕'],
    ['combining marks', 'b\u0301a\u0308\u0323d\u0336'],
    ['a combining mark of another script', 'b\u0901ad'],
    ['precomposed letters', 'ḃáď'],
    ['zero-width characters', 'b\u200ba\u200d\u2060d\ufeff'],
    ['a soft hyphen', 'b\u00adad'],
    ['variation selectors', 'b\ufe0fa\u{e0101}d'],
    ['control characters', 'b\u0001a\u007fd'],
    ['direction marks', '\u202ebad\u202c'],
    ['Cyrillic letters', 'bаd'],
    ['Greek capitals', 'ΒΑd'],
    ['all of them', '\u200bＢ\u0301\u200dа\u0308d'],
  ])('is not evaded by %s', (_, text) => {
    for (const match of ['exact', 'wildcard', 'regex']) {
      const { action } = rulesOf([match, 'bad', 'reject']).check(`so ${text}!`);
      expect([match, action]).toEqual([match, 'reject']);
    }
  });

  it.each<[string, string, string]>([
    ['Russian with Latin letters', 'наш', 'НAШ'],
    ['German sharp s', 'straße', 'STRASSE'],
    ['Greek final sigma', 'λόγος', 'ΛΟΓΟΣ'],
    ['the Turkish dotless i', 'kısa', 'KISA'],
    ['Korean in parts', '나쁜', '나쁜'.normalize('NFD')],
    ['Japanese of half width', 'バカ', 'ﾊﾞｶ'],
    ['Arabic with vowels', 'كتب', 'كَتَبَ'],
  ])('matches %s', (_, pattern, text) => {
    expect(rulesOf(['exact', pattern, 'reject']).check(text).action).toBe('reject');
  });

  it.each<[string, string, string]>([
    ['Hindi vowels', 'की', 'का'],
    ['voiced Japanese syllables', 'か', 'が'],
  ])('tells %s apart', (_, pattern, text) => {
    expect(rulesOf(['exact', pattern, 'reject']).check(text).action).toBeUndefined();
  });

  it('masks each character of the original by one, and keeps all others', () => {
    expect(masked('é ｂ\u200bа\u0301d ß 💩', ['exact', 'bad'])).toBe('é ***** ß 💩');
    expect(masked('straße', ['exact', 'strasse'])).toBe('******');
  });

  it('masks overlapping matches once', () => {
    expect(masked('one two three', ['exact', 'one two'], ['exact', 'two three'])).toBe('*************');
  });

  it('has the strictest action of those that match, in the order of the file', () => {
    const rules = rulesOf(['exact', 'a', 'mask'], ['exact', 'b', 'reject'], ['exact', 'c', 'hold']);
    expect(rules.check('c a')).toMatchObject({
      action: 'hold',
      masked: 'c *',
      rules: [{ pattern: 'a' }, { pattern: 'c' }],
    });
    expect(rules.check('c a b').action).toBe('reject');
    expect(rules.check('nothing')).toEqual({ action: undefined, rules: [], masked: 'nothing' });
  });
});

/** A generator of texts that is the same in every run. */
function* texts(count: number, alphabet: readonly string[]): Generator<string> {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let at = 0; at < count; at += 1) {
    yield Array.from({ length: next(30) }, () => alphabet[next(alphabet.length)]).join('');
  }
}

const ALPHABET = [
  'b',
  'a',
  'd',
  'B',
  'а',
  'Ａ',
  '\u0301',
  '\u200b',
  ' ',
  '.',
  '坏',
  '💩',
  'ß',
  '\ud800',
  '\u0000',
  'é',
];

describe('the masked text', () => {
  const rules = rulesOf(['exact', 'bad'], ['wildcard', '*ab?'], ['regex', 'd[ab]+']);

  it('has as many code points as the text, which differ only by stars, and no match', () => {
    for (const text of texts(3_000, ALPHABET)) {
      const [before, after] = [Array.from(text), Array.from(rules.check(text).masked)];
      expect(after).toHaveLength(before.length);
      expect(after.filter((character, at) => character !== '*' && character !== before[at])).toEqual([]);
      expect(rules.check(after.join('')).rules).toEqual([]);
    }
  });

  it('does not change with invisible characters between the letters of a match', () => {
    for (const text of texts(500, ['b', 'a', 'd', ' '])) {
      const spread = Array.from(text, (character) => `${character}\u200b`).join('');
      expect(rules.check(spread).rules).toEqual(rules.check(text).rules);
    }
  });
});

describe('a file of word rules', () => {
  it.each<[string, string, readonly RegExp[]]>([
    ['no JSON', '[', [/^It is not JSON: /]],
    ['no list', '{}', [/^It must be a JSON list of rules\.$/]],
    ['too many bytes', ' '.repeat(LIMITS.bytes + 1), [/^It has 1048577 bytes/]],
    ['too many rules', JSON.stringify(new Array(LIMITS.rules + 1).fill(0)), [/^It has 10001 rules/]],
    [
      'several faults',
      JSON.stringify([
        null,
        { match: 'exact', pattern: 'fine', action: 'mask' },
        { match: 'like', pattern: '', action: 'shout', note: 1 },
        { match: 'regex', pattern: '(', action: 'mask' },
        { match: 'regex', pattern: '(?=x)', action: 'mask' },
        { match: 'regex', pattern: 'a)|(b', action: 'mask' },
        { match: 'regex', pattern: 'a*', action: 'mask' },
        { match: 'wildcard', pattern: '*', action: 'mask' },
      ]),
      [
        /^rule 1: must be an object/,
        /^rule 3: match must be exact, wildcard, regex$/,
        /^rule 3: action must be mask, hold, reject$/,
        /^rule 3: pattern must be a text$/,
        /^rule 3: "note" is unknown$/,
        /^rule 4: pattern is not a regular expression of RE2: /,
        /^rule 5: pattern is not a regular expression of RE2: /,
        /^rule 6: pattern is not a regular expression of RE2: /,
        /^rule 7: pattern must not match the empty text$/,
        /^rule 8: pattern must have a letter, a digit or an emoji$/,
      ],
    ],
    [
      'regular expressions that are too large together',
      JSON.stringify(new Array(60).fill({ match: 'regex', pattern: '[ab]{900}', action: 'mask' })),
      [/^The regular expressions are too large together/],
    ],
  ])('with %s is refused with every fault', (_, text, expected) => {
    const faults = faultsOf(text);
    expect(faults).toHaveLength(expected.length);
    expected.forEach((pattern, at) => expect(faults[at]).toMatch(pattern));
  });

  it('with the most rules and the longest text takes a bounded time, also for a hostile expression', () => {
    const many = Array.from({ length: 9_900 }, (_, at): Rule => ['wildcard', `*w${at.toString(36)}q*x`, 'reject']);
    const regexes = Array.from({ length: 50 }, (_, at): Rule => ['regex', `(a+)+${at.toString(36)}!`, 'reject']);
    const rules = rulesOf(...many, ...regexes);
    const text = 'a'.repeat(10_000);
    const since = performance.now();
    expect(rules.check(text).action).toBeUndefined();
    expect(performance.now() - since).toBeLessThan(2_000);
  });
});
