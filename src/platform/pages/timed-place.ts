import { Integer, Optional, Text } from '@parley/realtime/requests';
import { isUUID } from 'class-validator';

import { cursorOf } from './cursor.js';

/** The place of an item in a list that is ordered by times, and by ids among equal times. */
export interface TimedPlace {
  readonly time: Date;
  /** A UUID. */
  readonly id: string;
}

export const placeText = ({ time, id }: TimedPlace): string => `${time.toISOString()} ${id}`;

/** The inverse of {@link placeText}. @returns undefined for a text that is no place */
export function placeOfText(text: string): TimedPlace | undefined {
  const [moment = '', id = ''] = text.split(' ');
  const time = new Date(moment);
  return isUUID(id, 'all') && !Number.isNaN(time.getTime()) ? { time, id } : undefined;
}

const CURSOR = cursorOf<{ readonly place: string }>(
  { place: isPlaceText },
  { cursor: 'Must be a next_cursor that came with a page of the list.' },
);

function isPlaceText(part: unknown): part is string {
  const place = typeof part === 'string' ? placeOfText(part) : undefined;
  return place !== undefined && placeText(place) === part;
}

/** The cursor of the page after this place, for clients; null: there is none. */
export const cursorAfter = (place: TimedPlace | undefined): string | null =>
  CURSOR.next(place && { place: placeText(place) });

/**
 * The inverse of {@link cursorAfter}.
 * @throws Refusal 4003 if the cursor did not come with a page
 */
export function placeOfCursor(cursor: string | null | undefined): TimedPlace | undefined {
  const decoded = CURSOR.decode(cursor);
  return decoded && placeOfText(decoded.place);
}

const LARGEST_SIZE = 200;
const LONGEST_CURSOR = 200;

/** The number of items in a page of a list whose request names none. */
export const DEFAULT_PAGE_SIZE = 50;

/** A request for a page of a list that is ordered by times. */
export class TimedPageRequest {
  @Optional()
  @Integer({ min: 1, max: LARGEST_SIZE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}
