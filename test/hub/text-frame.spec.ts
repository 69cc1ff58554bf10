import { textFrame } from '@parley/realtime/hub';

import { textsIn } from '../support/texts-in.js';

it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('a text frame of %i bytes is read unchanged', (length) => {
  const text = 'x'.repeat(length);
  expect(textsIn(textFrame(text))).toEqual([text]);
});

it('a text frame counts bytes instead of characters', () => {
  for (const text of ['é'.repeat(63), '👋'.repeat(16_384), 'ß'.repeat(40_000)]) {
    expect(textsIn(textFrame(text))).toEqual([text]);
  }
});

it('a text frame can be followed by another', () => {
  const texts = ['one', 'two'.repeat(100), 'three'];
  expect(textsIn(Buffer.concat(texts.map(textFrame)))).toEqual(texts);
});
