const KEY = 'parley:emojis';
const MOST = 16;

/** The emojis that were chosen last in this browser, the last one first. */
export const recentEmojis = (): readonly string[] => (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);

export function rememberEmoji(character: string): void {
  const others = recentEmojis().filter((each) => each !== character);
  localStorage.setItem(KEY, [character, ...others].slice(0, MOST).join(' '));
}

const TONE_KEY = 'parley:emoji-tone';

/** The tone of skin that was chosen in this browser; 0: none. */
export const chosenTone = (): number => Number(localStorage.getItem(TONE_KEY) ?? 0);

export function rememberTone(tone: number): void {
  localStorage.setItem(TONE_KEY, String(tone));
}
