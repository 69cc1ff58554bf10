/** Splits the replies of Redis into values, in RESP2 and RESP3. */
const BULKS = '$!=';
const LISTS = '*~>';
const MAPS = '%|';
const LINE_END = '\r\n';

/**
 * @param start where a value begins
 * @returns where the next value begins, or undefined if this one is incomplete
 */
export function endOfValue(bytes: Buffer, start: number): number | undefined {
  const lineEnd = bytes.indexOf(LINE_END, start);
  if (lineEnd < 0) return undefined;
  const type = String.fromCharCode(bytes[start]!);
  const size = Number(bytes.toString('latin1', start + 1, lineEnd));
  const inside = lineEnd + LINE_END.length;
  if (BULKS.includes(type)) return endOfBulk(bytes, inside, size);
  if (LISTS.includes(type)) return endOfValues(bytes, inside, size);
  // Attributes precede their value.
  if (MAPS.includes(type)) return endOfValues(bytes, inside, 2 * size + (type === '|' ? 1 : 0));
  return inside;
}

/** A negative size is a null value, without a body. */
function endOfBulk(bytes: Buffer, inside: number, size: number): number | undefined {
  if (size < 0) return inside;
  const end = inside + size + LINE_END.length;
  return end <= bytes.length ? end : undefined;
}

function endOfValues(bytes: Buffer, inside: number, count: number): number | undefined {
  let end: number | undefined = inside;
  for (let at = 0; at < count && end !== undefined; at += 1) end = endOfValue(bytes, end);
  return end;
}

const HEAD_BYTES = 32;
const HEAD = /^([*>])\d+\r\n\$\d+\r\n(\w+)\r\n/;

/** The meaning of a value on a subscribed connection: a message, a subscription confirmation, or neither. */
export function kindOfPush(value: Buffer): { readonly name: string; readonly isPush: boolean } | undefined {
  const [, type, name] = HEAD.exec(value.toString('latin1', 0, HEAD_BYTES)) ?? [];
  return name === undefined ? undefined : { name, isPush: type === '>' };
}
