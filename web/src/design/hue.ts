const HUES = 10;

/** The index of the avatar colour of a name, the same on every device. */
export function hueOf(name: string): number {
  let hash = 7;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % HUES;
}

const firstOf = (word: string): string => (word ? String.fromCodePoint(word.codePointAt(0) ?? 0) : '');

/** The initials of a name: one or two letters. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/u)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstOf(word ?? ''));
  return letters.join('').toLocaleUpperCase() || '?';
}
