import { invalid } from '@parley/protocol';

import { cursorParts, cursorText } from '../../../platform/collections/cursor-text.js';
import { fitting } from '../../../platform/collections/list-bytes.js';

/** The position of a client that pages through a list of a room. */
export interface ListCursor {
  readonly roomId: string;
  /** The sort key of the last listed entry: as many numbers as the list's order has. */
  readonly last: readonly number[];
}

export const LONGEST_CURSOR = 256;

export function encoded({ roomId, last }: ListCursor): string {
  return cursorText([roomId, ...last]);
}

/**
 * The inverse of {@link encoded}.
 * @param parts how many numbers the sort key of the list has
 * @returns the sort key after which the list continues
 * @throws Refusal 4003 if {@link encoded} did not make the text, or made it for another list or another room
 */
export function decoded(text: string, roomId: string, parts: number): readonly number[] {
  const last = numbersOf(cursorParts(text) ?? []);
  if (last?.length !== parts || encoded({ roomId, last }) !== text) {
    throw invalid({ cursor: ['Must be a next_cursor that came with a page of this list.'] });
  }
  return last;
}

function numbersOf([, ...numbers]: readonly unknown[]): number[] | undefined {
  return numbers.every(isPlace) ? numbers : undefined;
}

const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export interface ListPart<Entry> {
  readonly entries: readonly Entry[];
  /** The sort key of the last entry; undefined if no more entries follow. */
  readonly end: readonly number[] | undefined;
  /** Whether it has fewer entries than were requested, because no more fit in an answer. */
  readonly truncated: boolean;
}

/** The size of a page: a number of entries, of which those are listed that fit in an answer of this many bytes. */
export interface PageSize {
  readonly entries: number;
  readonly answerBytes: number;
}

/**
 * @param rows up to one more than the page may have: the extra row shows that more entries follow
 * @param placeOf the sort key of a row
 */
export function listPart<Row, Entry>(
  rows: readonly Row[],
  { entries: most, answerBytes }: PageSize,
  toEntry: (row: Row) => Entry,
  placeOf: (row: Row) => readonly number[],
): ListPart<Entry> {
  const named = rows.slice(0, most).map(toEntry);
  const entries = fitting(named, answerBytes);
  const last = rows.length > entries.length ? rows[entries.length - 1] : undefined;
  return { entries, end: last && placeOf(last), truncated: entries.length < named.length };
}
