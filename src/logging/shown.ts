import { DEEPEST, withoutSecrets } from './discretion.js';
import { loggable } from './loggable.js';

/** Longer texts are cut: a record is to be read. */
const LONGEST = 16_384;

/** A text as it may stand in a record, whoever wrote it. */
export const shownText = (text: string): string => loggable(withoutSecrets(text.slice(0, LONGEST)));

/** The fields of a record as they may stand in it: plain values, texts that can be read, and nothing that is deep. */
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
