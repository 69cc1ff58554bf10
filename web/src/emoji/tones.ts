import type { Emoji } from './emojis.js';

/** The tones of skin as signs of themselves, by their numbers: 0 is none, and others are from light to dark. */
export const TONES = ['✋', '✋🏻', '✋🏼', '✋🏽', '✋🏾', '✋🏿'].map((hand, at) => [String(at), hand] as const);

/** An emoji in a tone of skin, if it has tones. */
export const inTone = (emoji: Emoji, tone: number): Emoji => ({
  ...emoji,
  character: emoji.tones[tone - 1] ?? emoji.character,
});
