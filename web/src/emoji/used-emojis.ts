const KEY = 'parley:emojis';
const MOST_USES = 120;
const MOST_SHOWN = 16;

/** The emojis that were chosen in this browser, once for each use, the last one first. */
const uses = (): readonly string[] => (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);

/**
 * The emojis that were chosen most frequently in this browser; among those that were chosen alike, the last one first.
 */
export function frequentEmojis(): readonly string[] {
  const counts = Map.groupBy(uses(), (character) => character);
  return [...counts]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST_SHOWN)
    .map(([character]) => character);
}

export function rememberEmoji(character: string): void {
  localStorage.setItem(KEY, [character, ...uses()].slice(0, MOST_USES).join(' '));
}

const TONE_KEY = 'parley:emoji-tone';

/** The tone of skin that was chosen in this browser; 0: none. */
export const chosenTone = (): number => Number(localStorage.getItem(TONE_KEY) ?? 0);

export function rememberTone(tone: number): void {
  localStorage.setItem(TONE_KEY, String(tone));
}
