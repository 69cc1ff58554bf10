/** A longer text is read, and not looked at. */
const MOST_LENGTH = 100;

const EMOJI = [
  '\\p{Regional_Indicator}{2}',
  '[0-9#*]\\uFE0F?\\u20E3',
  '(?:\\p{Emoji_Presentation}|\\p{Emoji_Modifier_Base}(?=\\p{Emoji_Modifier})|\\p{Extended_Pictographic}(?=\\uFE0F))' +
    '(?:\\p{Emoji_Modifier}|\\uFE0F|[\\u{E0020}-\\u{E007F}]+)?' +
    '(?:\\u200D\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|\\uFE0F)?)*',
].join('|');
/** One, two or three. */
const ONLY_EMOJIS = new RegExp(`^(?:(?:${EMOJI})\\s?){1,3}$`, 'u');

/** Whether a text is at most three emojis, which are shown larger. */
export const isOnlyEmojis = (text: string): boolean => text.length <= MOST_LENGTH && ONLY_EMOJIS.test(text.trim());
