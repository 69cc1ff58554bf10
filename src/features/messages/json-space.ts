import { invalid } from '@parley/protocol';

/** A number of bytes that the parts of a JSON text share. */
export class Space {
  constructor(
    private bytes: number,
    private readonly whole?: Space,
  ) {}

  get left(): number {
    return this.bytes;
  }

  /** A part of this space, which is used before anything else is taken: what is taken from it is taken from both. */
  part(most: number): Space {
    return new Space(Math.min(most, this.bytes), this);
  }

  /** @returns false if there is not enough space: then nothing is taken */
  take(bytes: number): boolean {
    if (bytes > this.bytes) return false;
    this.bytes -= bytes;
    this.whole?.take(bytes);
    return true;
  }
}

/** A list of which only those entries remain that fit, in their order. */
export class ListCut<Entry> {
  private readonly fitting = new Set<Entry>();

  /** @param entries all different */
  constructor(
    private readonly entries: readonly Entry[],
    private readonly isOwn: (entry: Entry) => boolean,
  ) {}

  get taken(): Entry[] {
    return this.entries.filter((entry) => this.fitting.has(entry));
  }

  get isCut(): boolean {
    return this.fitting.size < this.entries.length;
  }

  /** Skips each own entry that does not fit. */
  takeOwn(space: Space): void {
    for (const entry of this.entries) if (this.isOwn(entry)) this.take(entry, space);
  }

  /** Of several own entries, only the last. */
  takeLastOwn(space: Space): void {
    const last = this.entries.findLast(this.isOwn);
    if (last !== undefined) this.take(last, space);
  }

  /** Takes entries from the end of the list, until one does not fit. */
  takeNewest(space: Space): void {
    for (const entry of this.entries.toReversed()) if (!this.fitting.has(entry) && !this.take(entry, space)) return;
  }

  private take(entry: Entry, space: Space): boolean {
    const fits = space.take(Buffer.byteLength(JSON.stringify(entry)) + COMMA);
    if (fits) this.fitting.add(entry);
    return fits;
  }
}

const COMMA = 1;
const QUOTES = 2;

/** The bytes of a text in JSON, without the quotes. */
export const textBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - QUOTES;

/** The longest beginning of a text that takes at most this many bytes in JSON. It ends between two code points. */
export function textWithin(text: string, bytes: number): string {
  // A code unit takes at least a byte.
  let most = Math.min(text.length, bytes);
  if (textBytes(upTo(text, most)) <= bytes) return upTo(text, most);
  let least = 0;
  while (least < most - 1) {
    const middle = (least + most) >>> 1;
    if (textBytes(upTo(text, middle)) <= bytes) least = middle;
    else most = middle;
  }
  return upTo(text, least);
}

/** At most this many code units, without half of a surrogate pair at the end. */
function upTo(text: string, units: number): string {
  const splitsPair = units < text.length && (text.codePointAt(units - 1) ?? 0) > 0xff_ff;
  return text.slice(0, splitsPair ? units - 1 : units);
}

/** @throws Refusal 4003 */
export function checkJsonBytes(value: object, field: string, most: number): void {
  if (Buffer.byteLength(JSON.stringify(value)) <= most) return;
  throw invalid({ [field]: [`Must be at most ${String(most)} bytes as JSON.`] });
}
