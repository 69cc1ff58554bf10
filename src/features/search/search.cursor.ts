import { invalid } from '@parley/protocol';
import { validate as isUuid } from 'uuid';

import { cursorParts, cursorText } from '../../platform/collections/cursor-text.js';

/**
 * The position in the results of a search. The newest matches are ranked together; the older ones follow, ranked in the
 * same way.
 */
export type SearchCursor =
  | {
      /** The newest and the oldest of the matches that are ranked together; they stay the same on all pages. */
      readonly newest: string;
      readonly oldest: string;
      /** The last match of the page, and the number of searched words that it contains as whole words. */
      readonly wholeWords: number;
      readonly last: string;
    }
  | {
      /** Only matches older than this one follow. */
      readonly below: string;
    }
  | {
      /** Only matches with lower numbers in the room follow, the newest first. */
      readonly belowSeq: number;
    };

export const LONGEST_CURSOR = 256;
const MOST_WORDS = 2_147_483_647;

export const encoded = (cursor: SearchCursor): string => cursorText(partsOf(cursor));

function partsOf(cursor: SearchCursor): (string | number)[] {
  if ('below' in cursor) return [cursor.below];
  if ('belowSeq' in cursor) return [cursor.belowSeq];
  return [cursor.newest, cursor.oldest, cursor.wholeWords, cursor.last];
}

/**
 * The inverse of {@link encoded}.
 * @throws Refusal 4003 if the text was not made by {@link encoded}
 */
export function decoded(text: string): SearchCursor {
  const cursor = cursorOf(cursorParts(text) ?? []);
  if (!cursor || encoded(cursor) !== text) throw invalid({ before: ['Must be the next_before of a page.'] });
  return cursor;
}

function cursorOf(parts: readonly unknown[]): SearchCursor | undefined {
  const [newest, oldest, wholeWords, last] = parts;
  if (parts.length === 1 && isNumber(newest)) return { belowSeq: newest };
  if (!isUuid(newest)) return undefined;
  if (parts.length === 1) return { below: newest as string };
  if (!isUuid(oldest) || !isUuid(last) || !isCount(wholeWords)) return undefined;
  return { newest: newest as string, oldest: oldest as string, wholeWords, last: last as string };
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isCount = (value: unknown): value is number => isNumber(value) && value <= MOST_WORDS;
