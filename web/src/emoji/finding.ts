import { folded } from '@parley/protocol/text';

import type { Emoji } from './emojis.js';

/** How well an emoji fits: the lower the better; undefined if it does not. */
function fitOf({ name, words, shortNames }: Emoji, typed: string): number | undefined {
  if (shortNames.includes(typed) || name === typed) return 0;
  if (shortNames.some((each) => each.startsWith(typed)) || name.startsWith(typed)) return 1;
  const all = ` ${name} ${words} ${shortNames.join(' ').replaceAll('_', ' ')}`;
  if (all.includes(` ${typed}`)) return 2;
  return all.includes(typed) ? 3 : undefined;
}

/**
 * The emojis that fit a text, the best first; those that fit alike stay in their order.
 * @param typed a part of a name, with or without colons
 */
export function emojisFor(all: readonly Emoji[], typed: string, most: number): readonly Emoji[] {
  const text = folded(typed.trim().replace(/^:|:$/g, ''));
  const fits = all.flatMap((emoji) => {
    const fit = fitOf(emoji, text);
    return fit === undefined ? [] : [{ emoji, fit }];
  });
  return fits
    .toSorted((one, other) => one.fit - other.fit)
    .slice(0, most)
    .map(({ emoji }) => emoji);
}
