/** Where a part of a list starts, and the number of its items at most. */
export interface PartOf<Place extends number | string> {
  /** The place of the last item of the part before; undefined: the first part. */
  readonly after: Place | undefined;
  readonly limit: number;
}

/** A part of a list, and the place after which the next part starts; undefined: there are no more items. */
export interface ListPart<Item, Place extends number | string> {
  readonly items: readonly Item[];
  readonly after: Place | undefined;
}

/** @param rows up to one more than the part may have: the extra row shows that more follow */
export function partOf<Row, Place extends number | string>(
  rows: readonly Row[],
  { limit }: Pick<PartOf<Place>, 'limit'>,
  placeOf: (row: Row) => Place,
): ListPart<Row, Place> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, after: rows.length > limit && last !== undefined ? placeOf(last) : undefined };
}
