import { OF_USERNAME, UNSPACED } from '@parley/protocol/text';

/** The names that mention the whole room, without the sign. */
export const ROOM_MENTIONS: readonly string[] = ['all', 'room', 'everyone', 'channel', 'here'];

/**
 * The longest possible username. It ends before every other character, also before an apostrophe or a full-width comma.
 */
const LONGEST = new RegExp(`^${OF_USERNAME}{1,200}`, 'u');
/**
 * Characters that may follow a name without a space: punctuation that a name can have, and a word of a script without
 * spaces.
 */
const FOLLOWING = new RegExp(`(?:[@.+_\\-]|(?<![${UNSPACED}])[${UNSPACED}][${UNSPACED}\\p{M}]*)$`, 'u');

/**
 * The name that a word after the sign mentions: the longest beginning of the word that is one.
 * @param isName whether a text is a name
 * @returns undefined: the word mentions nobody
 */
export function mentionedName(word: string, isName: (name: string) => boolean): string | undefined {
  let [name = ''] = LONGEST.exec(word) ?? [];
  while (name !== '' && !isName(name)) {
    const shorter = name.replace(FOLLOWING, '');
    if (shorter === name) return undefined;
    name = shorter;
  }
  return name || undefined;
}
