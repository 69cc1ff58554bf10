import { notFound } from '@parley/protocol';
import { isUUID } from 'class-validator';

/**
 * An id in a path, in lower case.
 * @throws Refusal 4004 for a text that is no id of anything
 */
export function uuidOf(text: string): string {
  if (!isId(text)) throw notFound('There is no such item.');
  return text.toLowerCase();
}

/** Whether a text is an id. */
export const isId = (text: string): boolean => isUUID(text);
