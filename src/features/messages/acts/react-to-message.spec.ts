import { reactionFault } from './react-to-message.js';

const isAllowed = (content: string, allowed: Parameters<typeof reactionFault>[1]): boolean =>
  reactionFault(content, allowed) === undefined;

describe('a reaction', () => {
  it('is any text by default', () => {
    expect(['+1', 'ship it', '👍'].filter((content) => !isAllowed(content, 'any'))).toEqual([]);
    expect(['', ' ', '\u200b', '\u3164', '\u2800', '\ufe0f'].filter((content) => isAllowed(content, 'any'))).toEqual(
      [],
    );
  });

  it('is one emoji if the deployment allows emoji only', () => {
    const emoji = ['👍', '👍🏽', '❤️', '❤', '👨‍👩‍👧', '🇨🇭', '1️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'];
    expect(emoji.filter((content) => !isAllowed(content, 'emoji'))).toEqual([]);
    const others = ['+1', 'a', '1', '👍👍', '👍 ', 'you are bad, bob', '\u200b', ''];
    expect(others.filter((content) => isAllowed(content, 'emoji'))).toEqual([]);
  });

  it('is one of a list with or without a variation selector', () => {
    expect(['❤', '❤️', '❤\ufe0e', '👍\ufe0f'].map((content) => isAllowed(content, ['❤️', '👍']))).not.toContain(false);
  });

  it('is one of a list, if there is one', () => {
    expect(['👍', '+1', '👎'].map((content) => isAllowed(content, ['👍', '+1']))).toEqual([true, true, false]);
    expect(reactionFault('👎', ['👍', '+1'])).toBe('Must be one of 👍 +1.');
  });
});
