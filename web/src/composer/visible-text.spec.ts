import { isVisible } from './visible-text.js';

it.each(['', ' \n', '\u200b\u200b', '\u2060\ufeff', '\u3164', '\u2800', '\u200e \u00ad', '\ufe0f'])(
  '%j shows nothing',
  (text) => expect(isVisible(text)).toBe(false),
);

it.each(['a', '\u200ba', '👁️', '👩‍🚀', '।', '山', '.'])('%j shows something', (text) => {
  expect(isVisible(text)).toBe(true);
});
