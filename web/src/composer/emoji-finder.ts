import { emojis, loadEmojis } from '../emoji/emojis.js';
import { emojisFor } from '../emoji/finding.js';
import type { Finder } from '../design/use-suggestions.js';

const MOST_SUGGESTIONS = 8;
/**
 * A short name that is being written, up to the caret. One letter would suggest emojis in place of a smiley such as
 * `:D`.
 */
const BEGUN = /(?:^|\s):([\p{L}\p{N}_+-]{2,})$/u;

/** Suggests emojis for a short name such as `:tada`. Their names are loaded when one is written for the first time. */
export const findEmojis: Finder = (before) => {
  const begun = BEGUN.exec(before)?.[1];
  if (begun === undefined) return null;
  // Without them, what was written stays.
  loadEmojis().catch(() => undefined);
  const found = emojisFor(emojis.value, begun, MOST_SUGGESTIONS);
  const suggestions = found.map(({ character, label, shortNames: [name = label] }) => ({
    key: character,
    label: `${character} ${label}`,
    note: `:${name}:`,
    text: character,
  }));
  return { length: begun.length + 1, suggestions };
};
