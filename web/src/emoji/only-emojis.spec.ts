import { isOnlyEmojis } from './only-emojis.js';

it.each(['👍', '🎉🎉🎉', '👍 🏽', '👍🏽', '❤️', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇩🇪 🇯🇵', '1️⃣', '☝🏿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', ' 😀\n'])(
  'a message of emojis alone is one: %j',
  (text) => expect(isOnlyEmojis(text)).toBe(true),
);

it.each([
  '',
  '123',
  '#',
  '👍👍👍👍',
  'ok 👍',
  '😀.',
  '©',
  '❤',
  ' ',
  '\u200D',
  '👍'.repeat(5_000),
  `${'👨‍'.repeat(40)}x`,
])('any other message is none: %j', (text) => expect(isOnlyEmojis(text)).toBe(false));
