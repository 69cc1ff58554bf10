/** A part of a list of a room, in its order. */
export interface ListPart<Entry> {
  readonly entries: readonly Entry[];
  /** What the list goes by, of the last of them, where others follow. */
  readonly end: readonly number[] | undefined;
}

/**
 * @param rows one more than the part has, if there are so many
 * @param size of the part
 * @param placeOf what the list goes by
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
