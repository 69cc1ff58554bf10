import { invalid } from '@parley/protocol';

import { kindOf, wordsIn } from '../../platform/database/searched-text/searched-text.js';

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
  const kind = kindOf(word);
  if (kind === 'ideograph') {
    const whole = ` ${letters.join(' ')} `;
    return { part: whole, whole };
  }
  // Where its script has no spaces, a word is found in any run of letters.
  if (kind === 'unspaced') return { part: word, whole: word };
  return { part: letters.length < SHORTEST_INSIDE ? ` ${word}` : word, whole: ` ${word} ` };
}
