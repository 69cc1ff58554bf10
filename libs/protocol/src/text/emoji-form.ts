/** They choose how one emoji is shown, and do not make another one. */
const SELECTORS = /[\ufe0e\ufe0f]/gu;
/**
 * Characters that need a selector to be shown as an emoji: digits only where they are keys, and no emoji with a tone of
 * skin.
 */
const WITHOUT_PRESENTATION =
  /(?:(?![\d#*])(?!\p{Emoji_Presentation})\p{Emoji}|[\d#*](?=\u20e3))(?!\p{Emoji_Modifier})/gu;
const EMOJI = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');

/** The one form of an emoji that keyboards write with or without variation selectors; any other text as it is. */
export function emojiForm(text: string): string {
  const plain = text.replace(SELECTORS, '').normalize('NFC');
  const complete = plain.replace(WITHOUT_PRESENTATION, '$&\ufe0f');
  return EMOJI.test(complete) ? complete : text;
}

/** Whether a text is one emoji of Unicode's list of those to be used, such as a flag or a family. */
export const isEmoji = (text: string): boolean => EMOJI.test(emojiForm(text));
