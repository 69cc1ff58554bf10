import { folded } from '@parley/protocol/text';
import { signal } from '@preact/signals';

import type { Language } from '../languages/languages.js';
import { language } from '../languages/translate.js';

export interface Emoji {
  readonly character: string;
  /** In the language of the page. */
  readonly label: string;
  /** The folded label. */
  readonly name: string;
  /** Further words to find it by, folded. */
  readonly words: string;
  /** As they are written between colons, in English. */
  readonly shortNames: readonly string[];
  /** The number of its group, in the order of Unicode. */
  readonly group: number;
  /** The same with each tone of skin, from light to dark; empty without. */
  readonly tones: readonly string[];
}

const MODULES = {
  ar: () => import('virtual:emojis/ar'),
  de: () => import('virtual:emojis/de'),
  en: () => import('virtual:emojis/en'),
  es: () => import('virtual:emojis/es'),
  ja: () => import('virtual:emojis/ja'),
} as const satisfies Readonly<Record<Language, unknown>>;

/** All emojis. Empty until they are loaded. */
export const emojis = signal<readonly Emoji[]>([]);

let loaded: Language | undefined;

/** Loads the emojis in the language of the page. @throws if they cannot be loaded */
export async function loadEmojis(): Promise<void> {
  const code = language.peek();
  if (loaded === code) return;
  const { default: rows } = await MODULES[code]();
  loaded = code;
  emojis.value = rows.map(([character, label, words, shortNames, group, tones = []]) => ({
    character,
    label,
    name: folded(label),
    words: folded(words),
    shortNames,
    group,
    tones,
  }));
}
