import { invalid } from '@parley/protocol';
import { validate as isUuid } from 'uuid';

import { cursorParts, cursorText } from '../../../platform/collections/cursor-text.js';

/** A position in a user's list of threads, which is sorted by the latest reply. */
export interface ThreadListCursor {
  /** The time of the latest reply of the last thread of the page, in microseconds since 1970. */
  readonly latest: number;
  readonly threadId: string;
}

export const LONGEST_CURSOR = 256;

export const encoded = ({ latest, threadId }: ThreadListCursor): string => cursorText([latest, threadId]);

/**
 * The inverse of {@link encoded}.
 * @throws Refusal 4003 if the text was not made by {@link encoded}
 */
export function decoded(text: string): ThreadListCursor {
  const [latest, threadId] = cursorParts(text) ?? [];
  if (Number.isSafeInteger(latest) && (latest as number) >= 0 && isUuid(threadId)) {
    const cursor = { latest: latest as number, threadId: threadId as string };
    if (encoded(cursor) === text) return cursor;
  }
  throw invalid({ cursor: ['Must be the next_cursor of a page.'] });
}
