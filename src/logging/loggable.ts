/** What a terminal obeys, what ends a line somewhere, and what shows text in another order than it has. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const FURTHER_LINE = /\n(?! {4})/g;

/**
 * Text for a log, a part of which may be a client's. What cannot be seen is written as its escape, and a further line
 * begins with spaces, so that none can be taken for a record of its own.
 */
export const loggable = (text: string): string =>
  text
    .replace(UNSEEN, (character) => (character === '\n' ? character : escaped(character)))
    .replace(FURTHER_LINE, '\n    ');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
