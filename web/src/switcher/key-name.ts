import { isMac } from '../design/keys.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' };
const SIGNS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Tab: '⇥' };
const NAMES: Readonly<Record<string, TextKey>> = {
  Mod: 'switcher.keyControl',
  Shift: 'switcher.keyShift',
  Enter: 'switcher.keyEnter',
  Escape: 'switcher.keyEscape',
};

/** The name of a key on the keyboard of the user. */
export function keyName(key: string): string {
  const sign = (isMac ? MAC_SIGNS[key] : undefined) ?? SIGNS[key];
  const name = NAMES[key];
  return sign ?? (name ? t(name) : key);
}
