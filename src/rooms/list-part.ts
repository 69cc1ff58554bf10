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
