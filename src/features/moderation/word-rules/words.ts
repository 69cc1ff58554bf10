import type { Range } from './folded-text.js';

const scripts = (...names: readonly string[]): string => names.map((name) => `\\p{Script=${name}}`).join('');

/** Characters that are words of their own: of scripts without spaces between words, and emoji. */
const SINGLE = `${scripts('Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar')}\\p{Extended_Pictographic}`;
const ofWord = (others: string): string => `[[\\p{L}\\p{N}\\p{M}${others}]--[${SINGLE}]]`;

const WORDS = new RegExp(`[${SINGLE}]\\p{M}*|${ofWord('')}+`, 'gv');
const WORDS_WITH_WILDCARDS = new RegExp(`[${SINGLE}]\\p{M}*|${ofWord('*?')}+`, 'gv');

export interface Word extends Range {
  readonly text: string;
}

export const wordsOf = (folded: string): readonly Word[] => found(folded, WORDS);

/** The words of a folded pattern, in which `*` and `?` belong to words. */
export const wildcardWordsOf = (folded: string): readonly Word[] => found(folded, WORDS_WITH_WILDCARDS);

const found = (folded: string, words: RegExp): readonly Word[] =>
  Array.from(folded.matchAll(words), ({ 0: text, index }) => ({ text, from: index, to: index + text.length }));

/** A character outside of words as RE2 writes it, which cannot subtract one class from another. */
const OUTSIDE = String.raw`[^\p{L}\p{N}\p{M}]|[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]`;

/** A regular expression of RE2 whose first group is a match of whole words. */
export const ofWholeWords = (regex: string): string => `(?:^|${OUTSIDE})(${regex})(?:$|${OUTSIDE})`;
