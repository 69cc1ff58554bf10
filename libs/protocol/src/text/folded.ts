/**
 * Marks of all scripts and what is not seen, such as joiners and variation selectors. The voiced sound marks of
 * Japanese make another letter.
 */
const DROPPED = /(?![\u3099\u309a])[\p{M}\p{DI}]+/gu;

/** Lower-case letters that differ from another one by their case, or by a stroke that Unicode does not decompose. */
export const ALIKE: Readonly<Record<string, string>> = {
  ς: 'σ',
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
};

const HAS_ALIKE = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'gu');

/**
 * A text as all searches and filters compare it: without case, by full case folding, without marks and invisible
 * characters, and in one form of each letter. The function `searched_text` of the database does the same.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(DROPPED, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(HAS_ALIKE, (letter) => ALIKE[letter] ?? letter);
