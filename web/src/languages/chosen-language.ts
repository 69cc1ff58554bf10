import { effect, signal } from '@preact/signals';

import { browserLanguage, DEFAULT_LANGUAGE, directionOf, isLanguage } from './languages.js';
import type { Language } from './languages.js';
import { language, showLanguage } from './translate.js';

const KEY = 'parley:language';

function stored(): Language | null {
  const code = localStorage.getItem(KEY) ?? '';
  return isLanguage(code) ? code : null;
}

/** The language that the user has chosen in this browser. Null: the language of the browser. */
export const chosenLanguage = signal<Language | null>(stored());

const show = (code: Language | null): Promise<void> =>
  showLanguage(code ?? browserLanguage(navigator.languages), navigator.languages);

/** @throws if the texts of the language cannot be loaded: the language stays */
export async function chooseLanguage(code: Language | null): Promise<void> {
  await show(code);
  chosenLanguage.value = code;
  if (code) localStorage.setItem(KEY, code);
  else localStorage.removeItem(KEY);
}

/** Shows the page in the language of the user, also after a choice in another tab. @throws if no texts can be loaded */
export async function startLanguage(): Promise<void> {
  effect(() => {
    document.documentElement.lang = language.value;
    document.documentElement.dir = directionOf(language.value);
  });
  addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    chosenLanguage.value = stored();
    show(stored()).catch(() => undefined);
  });
  await show(chosenLanguage.peek()).catch(() => showLanguage(DEFAULT_LANGUAGE));
}
