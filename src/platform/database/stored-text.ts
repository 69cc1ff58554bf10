import type { ValueTransformer } from 'typeorm';

/**
 * Encodes U+0000, which PostgreSQL's text and jsonb cannot contain, as U+0001 "0", and U+0001 itself as U+0001 "1". So
 * every text is restored unchanged, and all other characters are stored unchanged.
 */
export function storedText(text: string): string {
  return text.replace(/[\u0000\u0001]/g, (character) => (character === '\u0000' ? '\u00010' : '\u00011'));
}

/** The inverse of {@link storedText}. */
export function textFromStored(stored: string): string {
  return stored.replace(/\u0001([01])/g, (_, kind) => (kind === '0' ? '\u0000' : '\u0001'));
}

/** A JSON value with all keys and strings encoded by {@link storedText}. */
export function storedJson(value: unknown): unknown {
  return mapStrings(value, storedText);
}

/** The inverse of {@link storedJson}. */
export function jsonFromStored(value: unknown): unknown {
  return mapStrings(value, textFromStored);
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapStrings(item, change)]));
}

/** A JSON value as the text that a text column keeps. */
export const storedJsonText = (value: unknown): string => JSON.stringify(storedJson(value));

/** The inverse of {@link storedJsonText}. */
export const jsonFromStoredText = (stored: string): unknown => jsonFromStored(JSON.parse(stored));

export const textColumn: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'string' ? storedText(value) : value),
  from: (value: unknown) => (typeof value === 'string' ? textFromStored(value) : value),
};

/** For jsonb columns. */
export const jsonColumn: ValueTransformer = { to: storedJson, from: jsonFromStored };
