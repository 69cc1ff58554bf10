import { DEEPEST, withoutSecrets } from './discretion.js';
import { loggable } from './loggable.js';

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
