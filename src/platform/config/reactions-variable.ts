import { makeValidator } from 'envalid';

import { WrongValue } from './parsers.js';

/** Which reactions a deployment allows: any short text, any emoji, or those of a list. */
export type Reactions = 'any' | 'emoji' | readonly string[];

const MOST = 100;
const LONGEST = 64;

export const reactions = makeValidator<string[]>((raw) => {
  const words = raw.split(',').map((word) => word.trim());
  if (words.length > MOST || words.some(({ length }) => length === 0 || length > LONGEST)) {
    throw new WrongValue(`must be any, emoji, or at most ${String(MOST)} reactions separated by commas`);
  }
  return words;
});

export function reactionsOf(words: readonly string[]): Reactions {
  const [first] = words;
  return words.length === 1 && (first === 'any' || first === 'emoji') ? first : words;
}
