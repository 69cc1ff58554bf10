/** The share of the maximum from which on the remaining characters are shown. */
const NEAR = 0.9;

/** @returns the number of characters that are left, negative for too many; null while there are plenty */
export function charactersLeft(text: string, most: number): number | null {
  // It has at most as many characters as units of UTF-16.
  if (text.length < most * NEAR) return null;
  const left = most - Array.from(text.trim()).length;
  return left > most - most * NEAR ? null : left;
}
