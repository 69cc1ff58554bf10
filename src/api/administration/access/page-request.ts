import { Integer, Optional, Text } from '@parley/realtime/requests';

import { cursorOf, isInteger, isText } from '../../../platform/pages/cursor.js';

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

const NUMBERS = cursorOf<{ readonly place: number }>({ place: isInteger });
const TEXTS = cursorOf<{ readonly place: string }>({ place: isText });

/** @param after the place of the last item of a page in the list; undefined: there are no more items */
export function nextCursor(after: number | string | undefined): string | null {
  if (after === undefined) return null;
  return typeof after === 'number' ? NUMBERS.encode({ place: after }) : TEXTS.encode({ place: after });
}

/**
 * The place after which a page begins in a list that is ordered by numbers; undefined: the first page.
 * @throws Refusal 4003
 */
export const numberAfter = ({ cursor }: PageRequest): number | undefined => NUMBERS.decode(cursor)?.place;

/**
 * As {@link numberAfter}, of a list that is ordered by texts.
 * @param isPlace whether a text can be a place in the list
 * @throws Refusal 4003
 */
export function textAfter({ cursor }: PageRequest, isPlace: (text: string) => boolean): string | undefined {
  const place = TEXTS.decode(cursor)?.place;
  if (place !== undefined && !isPlace(place)) throw TEXTS.refused();
  return place;
}
