import { UNSPACED } from './scripts.js';

/** A joiner or variation selector behind a letter or an emoji whose form it changes. */
const JOINED = String.raw`(?<=[\p{M}\p{ExtPict}\p{sc=Arab}\p{sc=Syrc}\p{sc=Hani}])[\u200c\u200d\p{VS}](?=[\p{L}\p{M}\p{ExtPict}!-~])`;
/** In a word of a script with spaces, as in `l’eau`. */
const APOSTROPHE = String.raw`(?<=\p{L})\u2019(?=(?![${UNSPACED}])\p{L})`;

/** White space, and what is not seen. */
const UNSEEN = String.raw`\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2800\ufffc`;
/** Punctuation that ends a sentence or a part of it, in any script: a character of ASCII may belong to an address. */
const ENDS_SENTENCE = String.raw`[\p{Term}\p{STerm}\u2014\u2015\u2025\u2026\u22ef\u2e3a\u2e3b]--[\0-\x7f]`;
const BRACKETS = String.raw`[\p{Ps}\p{Pe}\p{Pi}\p{Pf}]--[\0-\x7f]`;
/** Punctuation and signs of Chinese and Japanese, and those of full or half width. */
const OF_EAST_ASIA = String.raw`[\p{P}\p{S}]&&[\u3000-\u303f\u30a0\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef]`;
/** Between letters it belongs to a word, as in `col·lecció`. */
const OTHER = String.raw`[\p{P}--[\0-\x7f]](?![\p{L}\p{M}\p{N}])`;

const END = new RegExp(
  `(?!${JOINED}|${APOSTROPHE})(?:[${UNSEEN}[${ENDS_SENTENCE}][${BRACKETS}][${OF_EAST_ASIA}]]|${OTHER})`,
  'v',
);

/**
 * An address as it stands in a text, without the text after it: it ends before white space and invisible characters,
 * and before punctuation that is not of ASCII, except inside a word. Letters of all scripts belong to it. Markdown
 * decides which ASCII characters may follow an address.
 * @param found begins with the address
 */
export function addressIn(found: string): string {
  const end = END.exec(found);
  return end ? found.slice(0, end.index) : found;
}
