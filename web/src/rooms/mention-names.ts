/** The names that mention the whole room, without the sign. */
export const ROOM_MENTIONS: readonly string[] = ['all', 'room', 'everyone', 'channel', 'here'];

/** Punctuation at the end of a word may belong to the sentence. */
const PUNCTUATION = /[.,;:!?'")\]}]$/;

/**
 * The name that a word after the sign mentions: the word, or what is left of it without punctuation at its end.
 * @param isName whether a name in lower case is one
 * @returns undefined: the word mentions nobody
 */
export function mentionedName(word: string, isName: (name: string) => boolean): string | undefined {
  for (let name = word; name !== ''; name = name.slice(0, -1)) {
    if (isName(name.toLowerCase())) return name;
    if (!PUNCTUATION.test(name)) return undefined;
  }
  return undefined;
}
