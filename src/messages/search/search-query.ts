import { invalid } from '@parley/protocol';

/** The normalised form of a text that searches use, and the range of the original for each of its code units. */
export interface SearchedText {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** As in the migration that creates `searched_text`: both must return the same result for every text. */
const IDEOGRAPHS = [
  String.raw`\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf`,
  String.raw`\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\u{20000}-\u{3ffff}`,
].join('');
const SEPARATORS = [
  String.raw`\ufe00-\ufe0f\0-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\xd7\xf7\u02c2-\u02c5\u037e\u0387\u055a-\u055f\u0589-\u058a\u05be`,
  String.raw`\u05c0\u05c3\u05c6\u05f3-\u05f4\u060c\u061b-\u061f\u066a-\u066d\u06d4\u0964-\u0965\u0e3f\u0e4f`,
  String.raw`\u0e5a-\u0e5b\u104a-\u104f\u1360-\u1368\u17d4-\u17d6\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f`,
  String.raw`\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\uffe0-\uffff`,
  String.raw`\u{1f000}-\u{1faff}\u{e0000}-\u{e0fff}`,
].join('');

const IS_SEPARATOR = new RegExp(`[${SEPARATORS}]`, 'u');
const IS_IDEOGRAPH = new RegExp(`[${IDEOGRAPHS}]`, 'u');
const BETWEEN_WORDS = new RegExp(`[${SEPARATORS}]+`, 'u');
const ALIKE = new RegExp(`[${IDEOGRAPHS}]+|[^${IDEOGRAPHS}]+`, 'gu');
/** The units of normalisation: a run of plain text, a character with its marks, or Korean syllables. */
const PARTS = /([\0-\x7f]+(?!\p{M}))|(?:[\u1100-\u11ff]+|[^])[\p{M}\uff9e\uff9f]*/gu;

/** Removes differences of case, accents and encodings of one letter. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ς', 'σ');

/** The words of a text in their normalised form; ideographs are split from the letters beside them. */
const wordsIn = (text: string): string[] =>
  folded(text)
    .split(BETWEEN_WORDS)
    .flatMap((word) => word.match(ALIKE) ?? []);

const isIdeographic = (word: string): boolean => IS_IDEOGRAPH.test(word);

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
  private endsBlank = false;

  constructor() {
    this.blank(0);
  }

  add(letter: string, from: number, to: number): void {
    if (IS_SEPARATOR.test(letter)) {
      this.blank(from);
      return;
    }
    const alone = IS_IDEOGRAPH.test(letter);
    if (alone) this.blank(from);
    this.put(letter, from, to);
    if (alone) this.blank(from);
  }

  blank(at: number): void {
    if (!this.endsBlank) this.put(' ', at, at);
    this.endsBlank = true;
  }

  private put(letter: string, from: number, to: number): void {
    this.text += letter;
    this.endsBlank = false;
    // A letter may have two code units.
    this.from.push(...Array<number>(letter.length).fill(from));
    this.to.push(...Array<number>(letter.length).fill(to));
  }
}

/** A searched word. Neither text contains characters with a special meaning in SQL patterns. */
export interface SearchWord {
  /** Occurs in the searched text of every match. */
  readonly part: string;
  /** Occurs in the searched text of matches that contain it as a whole word. */
  readonly whole: string;
}

/** Shorter words would match inside of almost every text, so they match at the start of a word only. */
const SHORTEST_INSIDE = 3;

/**
 * The words of a query, without duplicates. All other characters are separators.
 * @throws Refusal 4003 if there are none, or more than `most`
 */
export function searchWords(query: string, most: number): SearchWord[] {
  const words = [...new Set(wordsIn(query))];
  if (words.length === 0) throw invalid({ query: ['Must contain a letter or a digit.'] });
  if (words.length > most) throw invalid({ query: [`Must contain at most ${String(most)} words.`] });
  return words.map(searchWord);
}

function searchWord(word: string): SearchWord {
  const letters = Array.from(word);
  const whole = isIdeographic(word) ? ` ${letters.join(' ')} ` : ` ${word} `;
  if (isIdeographic(word)) return { part: whole, whole };
  return { part: letters.length < SHORTEST_INSIDE ? ` ${word}` : word, whole };
}
