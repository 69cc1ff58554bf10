import { emojis, loadEmojis } from './emojis.js';
import { emojisFor } from './finding.js';

beforeAll(() => loadEmojis());

const found = (typed: string, most = 3): string[] =>
  emojisFor(emojis.value, typed, most).map(({ character }) => character);

it('an emoji is found by its short name, with and without colons', () => {
  expect(found('+1', 1)).toEqual(['👍']);
  expect(found(':tada:', 1)).toEqual(['🎉']);
  expect(found('TADA', 1)).toEqual(['🎉']);
});

it('an emoji is found by the beginning of a name, and by a word', () => {
  expect(found('smil', 20)).toContain('😄');
  expect(found('thank', 20)).toContain('🙏');
  expect(found('no emoji has this name')).toEqual([]);
});

it('has every group and no parts of emojis', () => {
  expect([...new Set(emojis.value.map(({ group }) => group))]).toEqual([0, 1, 3, 4, 5, 6, 7, 8, 9]);
  expect(emojis.value.length).toBeGreaterThan(1_800);
  expect(emojis.value.find(({ character }) => character === '👋')?.tones).toHaveLength(5);
});
