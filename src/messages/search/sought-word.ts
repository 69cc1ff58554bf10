import { invalid } from '@parley/protocol';

import { isIdeographic, wordsIn } from './searched-text.js';

/** A word that somebody searches for. Every letter and blank of both texts stands for itself, in SQL as well. */
export interface SoughtWord {
  /** Is in the searched text of whatever is found. */
  readonly part: string;
  /** Is in it where the word stands there by itself. */
  readonly whole: string;
}

/** Shorter words would be inside of almost everything. */
const SHORTEST_INSIDE = 3;

/**
 * The words of a query, each once. Whatever else is in it only stands between them.
 * @throws Refusal 4003 where there are none
 */
export function soughtWords(query: string): SoughtWord[] {
  const words = [...new Set(wordsIn(query))];
  if (words.length === 0) throw invalid({ query: ['Must have a letter or a digit in it.'] });
  return words.map(soughtWord);
}

function soughtWord(word: string): SoughtWord {
  const letters = Array.from(word);
  const whole = isIdeographic(word) ? ` ${letters.join(' ')} ` : ` ${word} `;
  if (isIdeographic(word)) return { part: whole, whole };
  return { part: letters.length < SHORTEST_INSIDE ? ` ${word}` : word, whole };
}
