import { invalid } from '@parley/protocol';
import { Integer, Optional, Text } from '@parley/realtime/requests';

import { cursorParts, cursorText } from '../../../platform/collections/cursor-text.js';

export const LARGEST_PAGE = 100;
const DEFAULT_PAGE = 50;
export const LONGEST_CURSOR = 200;

/** A request for a page of a list of the administration. */
export class PageRequest {
  @Optional()
  @Integer({ min: 1, max: LARGEST_PAGE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

/** The number of items in a page. */
export const sizeOf = ({ limit }: PageRequest): number => limit ?? DEFAULT_PAGE;

/** @param after the place of the last item of a page in the list; undefined: there are no more items */
export const nextCursor = (after: number | string | undefined): string | null =>
  after === undefined ? null : cursorText([after]);

/**
 * The place after which a page begins in a list that is ordered by numbers; undefined: the first page.
 * @throws Refusal 4003
 */
export function numberAfter({ cursor }: PageRequest): number | undefined {
  if (typeof cursor !== 'string') return undefined;
  const [place, ...others] = cursorParts(cursor) ?? [];
  if (Number.isSafeInteger(place) && others.length === 0) return place as number;
  throw strangeCursor();
}

/**
 * As {@link numberAfter}, of a list that is ordered by texts.
 * @param isPlace whether a text can be a place in the list
 * @throws Refusal 4003
 */
export function textAfter({ cursor }: PageRequest, isPlace: (text: string) => boolean): string | undefined {
  if (typeof cursor !== 'string') return undefined;
  const [place, ...others] = cursorParts(cursor) ?? [];
  if (typeof place === 'string' && isPlace(place) && others.length === 0) return place;
  throw strangeCursor();
}

/** The refusal of a text that is no cursor. */
export const strangeCursor = (): Error => invalid({ cursor: ['Must be the next_cursor of a page.'] });
