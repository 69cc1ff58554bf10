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
