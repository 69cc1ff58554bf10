import { folded } from '@parley/protocol/text';

import { IDEOGRAPHS, inClass, SEPARATORS, UNSPACED } from './character-ranges.js';

/** The normalised form of a text that searches use, and the range of the original for each of its code units. */
export interface SearchedText {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** As in `searched_text`: both must return the same result for every text. */
const SEPARATOR = `\\0${inClass(SEPARATORS)}`;
const IDEOGRAPH = inClass(IDEOGRAPHS);
const UNSPACED_LETTER = inClass(UNSPACED);

const BETWEEN_WORDS = new RegExp(`[${SEPARATOR}]+`, 'u');
const ALIKE = new RegExp(`[${IDEOGRAPH}]+|[${UNSPACED_LETTER}]+|[^${IDEOGRAPH}${UNSPACED_LETTER}]+`, 'gu');
/** Characters that belong to the character before them. */
const BEHIND = String.raw`\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f`;
/** The units of normalisation: a run of plain text, a character with its marks, or Korean syllables. */
const PARTS = new RegExp(`([\\0-\\x7f]+(?![${BEHIND}]))|(?:[\\u1100-\\u11ff${BEHIND}]+|[^])[${BEHIND}]*`, 'gu');

export type Kind = 'separator' | 'ideograph' | 'unspaced' | 'other';

const KINDS = (['separator', 'ideograph', 'unspaced'] as const).map((kind, at) => {
  const characters = [SEPARATOR, IDEOGRAPH, UNSPACED_LETTER][at] ?? '';
  return { kind, pattern: new RegExp(`^[${characters}]`, 'u') };
});

/** The kind of the first character. */
export const kindOf = (text: string): Kind => KINDS.find(({ pattern }) => pattern.test(text))?.kind ?? 'other';

/** The words of a text in their folded form. Letters of scripts without spaces are split from others beside them. */
export const wordsIn = (text: string): string[] =>
  folded(text)
    .split(BETWEEN_WORDS)
    .flatMap((word) => word.match(ALIKE) ?? []);

/** The same result as `searched_text` in the database. */
export function searchedText(original: string): SearchedText {
  const made = new TextBuilder();
  for (const { 0: part, 1: plain, index } of original.matchAll(PARTS)) {
    if (plain === undefined) for (const letter of folded(part)) made.add(letter, index, index + part.length);
    else
      for (let at = 0; at < plain.length; at += 1) made.add(plain.charAt(at).toLowerCase(), index + at, index + at + 1);
  }
  made.blank(original.length);
  return made;
}

class TextBuilder implements SearchedText {
  text = '';
  readonly from: number[] = [];
  readonly to: number[] = [];
  /** Of the last character. */
  private last: Kind | undefined;

  constructor() {
    this.blank(0);
  }

  add(letter: string, from: number, to: number): void {
    const kind = kindOf(letter);
    if (kind === 'ideograph' || kind !== this.last) this.blank(from);
    if (kind !== 'separator') this.put(letter, from, to);
    this.last = kind;
  }

  blank(at: number): void {
    if (!this.text.endsWith(' ')) this.put(' ', at, at);
  }

  private put(letter: string, from: number, to: number): void {
    this.text += letter;
    // A letter may have two code units.
    this.from.push(...Array<number>(letter.length).fill(from));
    this.to.push(...Array<number>(letter.length).fill(to));
  }
}
