import { invalid } from '@parley/protocol';
import { validate as isUuid } from 'uuid';

import { cursorParts, cursorText } from '../../cursor-text.js';

/**
 * Where somebody who reads what was found has come to. The newest matches are ranked together; once they have been read,
 * those that are older follow, ranked in the same way.
 */
export type SearchCursor =
  | {
      /** The newest and the oldest of those that are ranked together: the same on each page, whatever is said meanwhile. */
      readonly newest: string;
      readonly oldest: string;
      /** The last one that was read, and how many words stand in it by themselves. */
      readonly wholeWords: number;
      readonly last: string;
    }
  | {
      /** All that are not older have been read. */
      readonly below: string;
    };

export const LONGEST_CURSOR = 256;
const MOST_WORDS = 2_147_483_647;

export const encoded = (cursor: SearchCursor): string =>
  cursorText('below' in cursor ? [cursor.below] : [cursor.newest, cursor.oldest, cursor.wholeWords, cursor.last]);

/**
 * The inverse of {@link encoded}.
 * @throws Refusal 4003 if the text was not made by it
 */
export function decoded(text: string): SearchCursor {
  const cursor = cursorOf(cursorParts(text) ?? []);
  if (!cursor || encoded(cursor) !== text) throw invalid({ before: ['Must be a next_before that came with a page.'] });
  return cursor;
}

function cursorOf(parts: readonly unknown[]): SearchCursor | undefined {
  const [newest, oldest, wholeWords, last] = parts;
  if (!isUuid(newest)) return undefined;
  if (parts.length === 1) return { below: newest as string };
  if (!isUuid(oldest) || !isUuid(last) || !isCount(wholeWords)) return undefined;
  return { newest: newest as string, oldest: oldest as string, wholeWords, last: last as string };
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MOST_WORDS;
