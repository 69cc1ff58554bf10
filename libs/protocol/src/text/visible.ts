/**
 * Characters of which a reader sees nothing: spaces, controls, what is ignored by default, and those without ink. Marks
 * are seen only with the character that they belong to.
 */
const SEEN = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u;

/** Line breaks of all kinds, other control characters, and lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Whether a reader sees at least one character of a text. */
export const isVisible = (text: string): boolean => SEEN.test(text);

/** Whether a text is one line, without control characters. */
export const isOneLine = (text: string): boolean => !UNPRINTABLE.test(text);

/** @returns why a text cannot be a name, which is one line that a reader sees; undefined: it can */
export function nameTextFault(text: string): string | undefined {
  if (!isVisible(text)) return 'Must not be blank.';
  return isOneLine(text) ? undefined : 'Must be one line of text.';
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * The same for texts that a reader cannot tell from each other by their spaces, their encoding, or what is not seen.
 */
export const seenForm = (text: string): string =>
  text.replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim().normalize('NFC');

/** A character of a username. Includes marks: Hindi words and the lower case of `İ` need them. */
export const OF_USERNAME = String.raw`[\p{L}\p{M}\p{Nd}@.+_\-]`;

/** The unique form of a username, independent of case and of Unicode forms of a letter. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase();
