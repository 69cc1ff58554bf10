import { folded } from '@parley/protocol/text';

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

const wordsOf = (text: string): string[] => text.split(BETWEEN_WORDS).filter((word) => word !== '');

/**
 * How well a name fits what was typed: 0 if it begins with it, 1 if each word that was typed begins one of its words,
 * or if it begins with it without its spaces, 2 if it contains each of these words.
 * @returns undefined if it does not fit
 */
export function fitOf(name: string, typed: string): number | undefined {
  const [text, query] = [folded(name), folded(typed.trim())];
  if (text.startsWith(query)) return 0;
  const [words, begun] = [wordsOf(text), wordsOf(query)];
  if (begun.length === 0) return text.includes(query) ? 2 : undefined;
  if (begun.every((each) => words.some((word) => word.startsWith(each)))) return 1;
  if (words.join('').startsWith(begun.join(''))) return 1;
  return begun.every((each) => text.includes(each)) ? 2 : undefined;
}

/** The items whose names fit, the best first; those that fit alike stay in their order. */
export function fitting<Item>(
  items: readonly Item[],
  typed: string,
  nameOf: (item: Item) => string,
  most: number,
): Item[] {
  const fits = items.flatMap((item) => {
    const fit = fitOf(nameOf(item), typed);
    return fit === undefined ? [] : [{ item, fit }];
  });
  return fits
    .toSorted((one, other) => one.fit - other.fit)
    .slice(0, most)
    .map(({ item }) => item);
}
