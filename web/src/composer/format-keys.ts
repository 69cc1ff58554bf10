import { shortcutOf } from '../design/keys.js';
import type { Keys } from '../design/keys.js';
import type { TextKey } from '../languages/translate.js';
import { codeBlock, link, wrapper } from './formatting.js';
import type { Formatter } from './formatting.js';
import { applyEdit } from './inserting.js';

interface FormatKeys {
  readonly keys: Keys;
  readonly text: TextKey;
  readonly format: Formatter;
}

/** The shortcuts that format the selection of a field. */
export const FORMAT_KEYS: readonly FormatKeys[] = [
  { keys: ['Mod', 'B'], text: 'switcher.bold', format: wrapper('**') },
  { keys: ['Mod', 'I'], text: 'switcher.italic', format: wrapper('_') },
  { keys: ['Mod', 'Shift', 'X'], text: 'switcher.strike', format: wrapper('~~') },
  { keys: ['Mod', 'E'], text: 'switcher.code', format: wrapper('`') },
  { keys: ['Mod', 'Shift', 'C'], text: 'switcher.codeBlock', format: codeBlock },
  { keys: ['Mod', 'Shift', 'U'], text: 'switcher.link', format: link },
];

/** @returns whether the key was one of these */
export function handleFormatKey(event: KeyboardEvent, area: HTMLTextAreaElement): boolean {
  const shortcut = shortcutOf(event, FORMAT_KEYS);
  if (!shortcut) return false;
  event.preventDefault();
  applyEdit(area, shortcut.format(area.value, area.selectionStart, area.selectionEnd));
  return true;
}
