/** Control characters, line separators, and characters that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const FURTHER_LINE = /\n(?! {4})/g;

/**
 * Makes text safe for a log, as part of it may come from a client. Invisible characters are escaped, and further lines
 * begin with spaces, so that none looks like a record.
 */
export const loggable = (text: string): string =>
  text
    .replace(UNSEEN, (character) => (character === '\n' ? character : escaped(character)))
    .replace(FURTHER_LINE, '\n    ');

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
