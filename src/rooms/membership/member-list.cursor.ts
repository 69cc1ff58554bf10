import { invalid } from '@parley/protocol';

import { cursorParts, cursorText } from '../../platform/collections/cursor-text.js';

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

/** A page of a list of a room. */
export interface ListPart<Entry> {
  readonly entries: readonly Entry[];
  /** The sort key of the last entry; undefined if no more entries follow. */
  readonly end: readonly number[] | undefined;
}

/**
 * @param rows up to `size + 1`: the extra row shows that more entries follow
 * @param size of the page
 * @param placeOf the sort key of a row
 */
export function listPart<Row, Entry>(
  rows: readonly Row[],
  size: number,
  toEntry: (row: Row) => Entry,
  placeOf: (row: Row) => readonly number[],
): ListPart<Entry> {
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { entries: shown.map(toEntry), end: last && placeOf(last) };
}
