import type { ValueTransformer } from 'typeorm';

/**
 * PostgreSQL's text and jsonb cannot hold U+0000, which our text may. At the storage's edge it is written as
 * U+0001 "0", and U+0001 itself as U+0001 "1": every text comes back as it was, and all but these two characters
 * are stored as they are.
 */
export function storedText(text: string): string {
  return text.replace(/[\u0000\u0001]/g, (character) => (character === '\u0000' ? '\u00010' : '\u00011'));
}

/** The inverse of {@link storedText}. */
export function textFromStored(stored: string): string {
  return stored.replace(/\u0001([01])/g, (_, kind) => (kind === '0' ? '\u0000' : '\u0001'));
}

/** A JSON value with every key and string of it as {@link storedText}. */
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

/** For text columns. */
export const textColumn: ValueTransformer = {
  to: (value: unknown) => (typeof value === 'string' ? storedText(value) : value),
  from: (value: unknown) => (typeof value === 'string' ? textFromStored(value) : value),
};

/** For jsonb columns. */
export const jsonColumn: ValueTransformer = { to: storedJson, from: jsonFromStored };
