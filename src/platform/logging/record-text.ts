import { DEEPEST, withoutSecrets } from './redaction.js';

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

/** Longer texts are truncated. */
const LONGEST = 16_384;

/** Makes any text safe for a record. */
export const shownText = (text: string): string => loggable(withoutSecrets(text.slice(0, LONGEST)));

/** Makes the fields of a record safe: plain values, safe texts, and limited depth. */
export function shownFields(fields: object, depth = 1): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [shownText(name), shownValue(value, depth)]));
}

function shownValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shownText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return shownText(String(value));
  if (typeof value === 'function') return '[function]';
  if (value instanceof Error) return shownText(String(value));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value;
  return depth < DEEPEST ? shownFields(value, depth + 1) : '[object]';
}
