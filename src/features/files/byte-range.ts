import rangeParser from 'range-parser';

/**
 * The part of a file that a request asks for: all (200), a part (206, both ends included), or nothing that there is
 * (416).
 */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: ByteRange = { kind: 'whole' };
const OF_BYTES = /^bytes=/i;
/** The last bytes of a file. */
const SUFFIX = /^bytes=-(\d+)$/i;
const UNSATISFIABLE = -1;

/**
 * Several ranges, malformed ones, and those of a file that has changed are answered with the whole file (RFC 9110,
 * sections 13.1.5 and 14.2).
 * @param header `Range`
 * @param bytes the size of the file
 * @param ifRange `If-Range`; a date never matches, because answers have no `Last-Modified`
 */
export function rangeOf(
  header: string | undefined,
  bytes: number,
  ifRange: string | undefined,
  etag: string,
): ByteRange {
  const changed = ifRange !== undefined && ifRange !== etag;
  if (header === undefined || changed || !OF_BYTES.test(header) || isLongSuffix(header, bytes)) return WHOLE;
  const ranges = rangeParser(bytes, header);
  if (ranges === UNSATISFIABLE) return { kind: 'unsatisfiable' };
  if (typeof ranges === 'number') return WHOLE;
  const [range, ...others] = ranges;
  return range && others.length === 0 ? { kind: 'part', ...range } : WHOLE;
}

/** The library takes a suffix that is longer than the file for unsatisfiable; it is the whole file. */
const isLongSuffix = (header: string, bytes: number): boolean => Number(SUFFIX.exec(header)?.[1] ?? 0) > bytes;

/** The headers about the length of an answer. @param bytes the size of the file */
export function rangeHeaders(range: ByteRange, bytes: number): Readonly<Record<string, string>> {
  if (range.kind === 'whole') return { 'Content-Length': String(bytes) };
  if (range.kind === 'unsatisfiable') return { 'Content-Length': '0', 'Content-Range': `bytes */${String(bytes)}` };
  const { start, end } = range;
  return {
    'Content-Length': String(end - start + 1),
    'Content-Range': `bytes ${String(start)}-${String(end)}/${String(bytes)}`,
  };
}
