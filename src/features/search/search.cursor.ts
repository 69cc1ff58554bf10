import { cursorOf, isCount, isUuid } from '../../platform/pages/cursor.js';
import type { PartKind } from '../../platform/pages/cursor.js';

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

type Ranked = Extract<SearchCursor, { readonly last: string }>;
type Below = Extract<SearchCursor, { readonly below: string }>;
type BelowSeq = Extract<SearchCursor, { readonly belowSeq: number }>;

const MOST_WORDS = 2_147_483_647;
const REFUSAL = { before: 'Must be the next_before of a page.' };

const isNumberOfWords: PartKind<number> = (part): part is number => isCount(part) && part <= MOST_WORDS;

const RANKED = cursorOf<Ranked>({ newest: isUuid, oldest: isUuid, wholeWords: isNumberOfWords, last: isUuid }, REFUSAL);
const BELOW = cursorOf<Below>({ below: isUuid }, REFUSAL);
const BELOW_SEQ = cursorOf<BelowSeq>({ belowSeq: isCount }, REFUSAL);

export function encoded(cursor: SearchCursor): string {
  if ('below' in cursor) return BELOW.encode(cursor);
  return 'belowSeq' in cursor ? BELOW_SEQ.encode(cursor) : RANKED.encode(cursor);
}

/**
 * The inverse of {@link encoded}.
 * @throws Refusal 4003 if the text was not made by {@link encoded}
 */
export function decoded(text: string): SearchCursor {
  const cursor = RANKED.read(text) ?? BELOW.read(text) ?? BELOW_SEQ.read(text);
  if (!cursor) throw RANKED.refused();
  return cursor;
}
