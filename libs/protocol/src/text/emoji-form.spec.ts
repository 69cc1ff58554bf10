import { emojiForm, isEmoji } from './emoji-form.js';

describe('the form of an emoji', () => {
  it.each([
    '👍',
    '❤️',
    '☺️',
    '✌️',
    '☎️',
    '©️',
    '1️⃣',
    '#️⃣',
    '*️⃣',
    '🏳️‍🌈',
    '🏳️‍⚧️',
    '🕵️‍♂️',
    '👁️‍🗨️',
    '❤️‍🔥',
    '⛹️‍♀️',
    '👍🏽',
    '✌🏽',
    '🕵🏻‍♂️',
    '👩🏿‍❤️‍👨🏻',
    '🇩🇪',
    '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    '👨‍👩‍👧',
    '🧑‍⚕️',
  ])('is %s with and without its selectors', (emoji) => {
    const plain = emoji.replaceAll('\ufe0f', '');
    const full = Array.from(plain, (each) => `${each}\ufe0f`).join('');
    for (const written of [emoji, plain, full, `${plain}\ufe0e`]) expect(emojiForm(written)).toBe(emoji);
    expect(isEmoji(plain)).toBe(true);
  });

  it('differs by the tone of skin', () => {
    expect(new Set(['👍', '👍🏻', '👍🏿', '👍\ufe0f', '👍🏿\ufe0f'].map(emojiForm)).size).toBe(3);
  });

  it.each(['ok', '1', '+1', ':smile:', 'a\u00e9', 'a\u0301', '👍👍', '❤️12', '❤12'])('of %j is the text', (text) => {
    expect([emojiForm(text), isEmoji(text)]).toEqual([text, false]);
  });
});
