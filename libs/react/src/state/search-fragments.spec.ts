import { partsOfFragment } from './search-fragments.js';

it('separates matches from other text', () => {
  const text = 'a red fox, a red hen';
  const parts = partsOfFragment({
    text,
    matches: [
      [2, 5],
      [13, 16],
    ],
  });
  expect(parts.filter(({ isMatch }) => isMatch).map((part) => part.text)).toEqual(['red', 'red']);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});

it('keeps a text without matches, and one that is a single match', () => {
  expect(partsOfFragment({ text: 'whole', matches: [] })).toEqual([{ text: 'whole', isMatch: false }]);
  expect(partsOfFragment({ text: 'whole', matches: [[0, 5]] })).toEqual([{ text: 'whole', isMatch: true }]);
});
