import { invalid } from '@parley/protocol';
import { validate } from 'uuid';

/** Whether a part of a cursor is a value of its kind. */
export type PartKind<Value> = (part: unknown) => part is Value;

/** A cursor of a few ids and numbers is never longer. */
export const LONGEST_CURSOR = 256;

/** The refusal of a list that has cursors of its own. */
export const NOT_OF_THIS_LIST = { cursor: 'Must be a next_cursor that came with a page of this list.' };

export const isInteger: PartKind<number> = (part): part is number => Number.isSafeInteger(part);

/** A number of items or of microseconds, or a number in a sequence. */
export const isCount: PartKind<number> = (part): part is number => isInteger(part) && part >= 0;

export const isUuid: PartKind<string> = (part): part is string => validate(part);

/** A text that the database can compare: it has no NUL. */
export const isText: PartKind<string> = (part): part is string => typeof part === 'string' && !part.includes('\u0000');

export const isListOf =
  <Value>(isItem: PartKind<Value>, most: number): PartKind<readonly Value[]> =>
  (part): part is readonly Value[] =>
    Array.isArray(part) && part.length <= most && part.every(isItem);

/** The cursor of a list for clients: an opaque text with the place after which the next page begins. */
class Cursor<Place extends object> {
  private readonly names: readonly (keyof Place & string)[];

  /** @param refusal the parameter of the request that has the cursor, and what it must be */
  constructor(
    private readonly kinds: { readonly [Name in keyof Place]: PartKind<Place[Name]> },
    private readonly refusal: Readonly<Record<string, string>>,
  ) {
    this.names = Object.keys(kinds) as (keyof Place & string)[];
  }

  encode(place: Place): string {
    return Buffer.from(JSON.stringify(this.names.map((name) => place[name]))).toString('base64url');
  }

  /** @param end the place of the last item of a page; undefined: no more items follow */
  next(end: Place | undefined): string | null {
    return end === undefined ? null : this.encode(end);
  }

  /** The inverse of {@link encode}, for untrusted text. @returns undefined if {@link encode} did not make it */
  read(text: string): Place | undefined {
    const parts = partsOf(text);
    if (!this.names.every((name, at) => this.kinds[name](parts[at]))) return undefined;
    const place = Object.fromEntries(this.names.map((name, at) => [name, parts[at]])) as Place;
    return this.encode(place) === text ? place : undefined;
  }

  /**
   * As {@link read}, of the cursor of a request.
   * @param cursor null or undefined: the first page is requested
   * @param fixed parts that are the same for all pages, such as the id of a room
   * @throws Refusal 4003 if the cursor did not come with a page, or came with one that has other fixed parts
   */
  decode(cursor: string | null | undefined, fixed: Partial<Place> = {}): Place | undefined {
    if (typeof cursor !== 'string') return undefined;
    const place = this.read(cursor);
    if (!place || this.names.some((name) => name in fixed && fixed[name] !== place[name])) throw this.refused();
    return place;
  }

  /** The refusal of a text that is no cursor of the list. */
  refused(): Error {
    return invalid(Object.fromEntries(Object.entries(this.refusal).map(([name, text]) => [name, [text]])));
  }
}

/**
 * Declares the cursor of a list.
 * @param kinds the parts of its places, in the order of the text, which stays the same in all releases
 */
export const cursorOf = <Place extends object>(
  kinds: { readonly [Name in keyof Place]: PartKind<Place[Name]> },
  refusal: Readonly<Record<string, string>> = { cursor: 'Must be the next_cursor of a page.' },
): Cursor<Place> => new Cursor(kinds, refusal);

function partsOf(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
