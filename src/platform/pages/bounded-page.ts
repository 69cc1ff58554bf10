import { fitting } from '../collections/list-bytes.js';

export interface BoundedPage<Entry, Place> {
  readonly entries: readonly Entry[];
  /** The place of the last entry; undefined if no more entries follow. */
  readonly end: Place | undefined;
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
 * @param placeOf the place of a row in the order of the list
 */
export function boundedPage<Row, Entry, Place>(
  rows: readonly Row[],
  { entries: most, answerBytes }: PageSize,
  toEntry: (row: Row) => Entry,
  placeOf: (row: Row) => Place,
): BoundedPage<Entry, Place> {
  const named = rows.slice(0, most).map(toEntry);
  const entries = fitting(named, answerBytes);
  const last = rows.length > entries.length ? rows[entries.length - 1] : undefined;
  return { entries, end: last && placeOf(last), truncated: entries.length < named.length };
}
