import mapped from 'unhomoglyph';

/** A part of a text, as offsets in UTF-16 units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A text in the form in which words are compared, and where each of its units stands in the original. */
export class FoldedText {
  constructor(
    readonly text: string,
    /** The part of the original for each unit; undefined: the offsets are the same. */
    private readonly origins: readonly Range[] | undefined,
  ) {}

  /** The part of the original that a part of this text comes from. */
  original({ from, to }: Range): Range {
    if (!this.origins) return { from, to };
    return { from: this.origins[from]?.from ?? 0, to: this.origins[to - 1]?.to ?? 0 };
  }
}

/** eslint cannot parse the flag `v`, which Node has had since version 20. */
const setNotation = (source: string, flags = ''): RegExp => new RegExp(source, `v${flags}`);

const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\p{Cf}[\p{Cc}--\s]`;
/** A character with all that belongs to it: marks, invisible characters, and the further parts of a syllable. */
const CLUSTERS = setNotation(String.raw`[\s\S][\p{M}\u1160-\u11ff\uff9e\uff9f${INVISIBLE}]*`, 'g');
const INVISIBLES = setNotation(`[${INVISIBLE}]`, 'g');
const NON_ASCII = /[^\t-\r -~]/;

/** The scripts in which a mark is an ornament. In all others, such as Devanagari and Thai, marks are letters. */
const WITHOUT_MARKS = setNotation(
  `^[${['Latin', 'Greek', 'Cyrillic', 'Hebrew', 'Arabic', 'Armenian', 'Georgian', 'Han', 'Hangul', 'Common']
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
);
const ALL_MARKS = setNotation(String.raw`\p{M}`, 'g');
/** Without the marks that make a syllable of Japanese another one. */
const INHERITED_MARKS = setNotation(String.raw`[[\p{M}&&\p{Script=Inherited}]--[\u3099\u309a]]`, 'g');

type Fold = (cluster: string) => string;

/** By `toUpperCase` first, because the lower case of `ß`, `ς` and `ı` does not say that they are `ss`, `σ` and `i`. */
const withoutCase = (text: string): string => text.toUpperCase().toLowerCase().normalize('NFKC');

function withoutMarks(cluster: string): string {
  const apart = cluster.replace(INVISIBLES, '').normalize('NFKD');
  return apart.replace(WITHOUT_MARKS.test(apart) ? ALL_MARKS : INHERITED_MARKS, '');
}

const fold: Fold = (cluster) => withoutCase(withoutMarks(cluster));
const foldToLatin: Fold = (cluster) => withoutCase(Array.from(withoutMarks(cluster), latin).join(''));

/** The ASCII that a character looks like, in its own case or in the other. */
function latin(character: string): string {
  if (!NON_ASCII.test(character)) return character;
  const others = [character, character.toUpperCase(), character.toLowerCase()];
  return others.map((each) => mapped(each)).find((each) => !NON_ASCII.test(each)) ?? character;
}

const MOST_REMEMBERED = 10_000;
const LONGEST_REMEMBERED = 4;

/** Remembers what single characters become. */
function remembering(fold: Fold): Fold {
  const known = new Map<string, string>();
  return (cluster) => {
    if (cluster.length > LONGEST_REMEMBERED) return fold(cluster);
    const found = known.get(cluster) ?? fold(cluster);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(cluster, found);
    return found;
  };
}

function foldAll(text: string, foldOne: Fold): FoldedText {
  const parts: string[] = [];
  const origins: Range[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) {
    const folded = foldOne(cluster);
    const origin = { from: index, to: index + cluster.length };
    origins.push(...new Array<Range>(folded.length).fill(origin));
    parts.push(folded);
  }
  return new FoldedText(parts.join(''), origins);
}

const remembered = remembering(fold);
const rememberedLatin = remembering(foldToLatin);

/** Without case, width, ornaments and invisible characters: compatibility composition (NFKC) and full case folding. */
export const folded = (text: string): FoldedText =>
  NON_ASCII.test(text) ? foldAll(text, remembered) : new FoldedText(text.toLowerCase(), undefined);

/** The same with the Latin letters that others look like, by the confusables of Unicode (UTS 39). */
export const foldedToLatin = (text: string): FoldedText =>
  NON_ASCII.test(text) ? foldAll(text, rememberedLatin) : folded(text);
