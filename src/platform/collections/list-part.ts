/** Where a part of a list starts, and the number of its items at most. */
export interface PartOf<Place> {
  /** The place of the last item of the part before; undefined: the first part. */
  readonly after: Place | undefined;
  readonly limit: number;
}

/** A part of a list, and the place after which the next part starts; undefined: there are no more items. */
export interface ListPart<Item, Place> {
  readonly items: readonly Item[];
  readonly after: Place | undefined;
}

/** The items that {@link listParts} reads at once. */
const PART = 1_000;

/**
 * The items of a list part by part, each of which is read when it is needed. Ends after `limit` items.
 * @param read can return fewer items than requested, although others follow
 */
export async function* listParts<Item, Place>(
  read: (part: PartOf<Place>) => Promise<ListPart<Item, Place>>,
  limit = Infinity,
): AsyncGenerator<readonly Item[], void> {
  let after: Place | undefined;
  let left = limit;
  do {
    const part = await read({ after, limit: Math.min(PART, left) });
    yield part.items;
    left -= part.items.length;
    ({ after } = part);
  } while (after !== undefined && left > 0);
}

/** @param rows up to one more than the part may have: the extra row shows that more follow */
export function partOf<Row, Place>(
  rows: readonly Row[],
  { limit }: Pick<PartOf<Place>, 'limit'>,
  placeOf: (row: Row) => Place,
): ListPart<Row, Place> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, after: rows.length > limit && last !== undefined ? placeOf(last) : undefined };
}
