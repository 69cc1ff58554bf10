import { invalid } from '@parley/protocol';
import { isUUID } from 'class-validator';

import { cursorParts, cursorText } from './cursor-text.js';

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

/** The cursor of the page after this place, for clients. */
export const cursorAfter = (place: TimedPlace): string => cursorText([placeText(place)]);

/**
 * The inverse of {@link cursorAfter}.
 * @param cursor null or undefined: the first page
 * @throws Refusal 4003 if the cursor did not come with a page
 */
export function placeOfCursor(cursor: string | null | undefined): TimedPlace | undefined {
  if (typeof cursor !== 'string') return undefined;
  const [text] = cursorParts(cursor) ?? [];
  const place = typeof text === 'string' ? placeOfText(text) : undefined;
  if (place && cursorAfter(place) === cursor) return place;
  throw invalid({ cursor: ['Must be a next_cursor that came with a page of the list.'] });
}
