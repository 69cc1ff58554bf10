import { invalid } from '@parley/protocol';

import { cursorParts, cursorText } from '../cursor-text.js';

/** Where a walk through one of a room's lists has come to. */
export interface ListCursor {
  readonly roomId: string;
  /** What the list is in the order of, of the entry that was listed last: as many numbers as the list goes by. */
  readonly last: readonly number[];
}

export const LONGEST_CURSOR = 256;

export function encoded({ roomId, last }: ListCursor): string {
  return cursorText([roomId, ...last]);
}

/**
 * The inverse of {@link encoded}.
 * @param parts how many numbers the list goes by
 * @returns what the list is to be gone on with
 * @throws Refusal 4003 if the text was not made by it, or for another list or another room
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
