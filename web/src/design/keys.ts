/** The keys of a shortcut, which are pressed together. `Mod` is Command on a Mac, and Control elsewhere. */
export type Keys = readonly string[];

export const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

const LETTER_KEY = /^Key([A-Z])$/;

/** The name of a key. A key with a letter of another script has the name of its Latin letter. */
function nameOf({ key, code }: KeyboardEvent): string {
  if (key.length !== 1) return key;
  const latin = key > '~' ? LETTER_KEY.exec(code)?.[1] : undefined;
  return latin ?? key.toUpperCase();
}

const pressed = (event: KeyboardEvent): string =>
  [(isMac ? event.metaKey : event.ctrlKey) && 'Mod', event.altKey && 'Alt', event.shiftKey && 'Shift', nameOf(event)]
    .filter(Boolean)
    .join(' ');

/** @returns the shortcut whose keys an event has; undefined: there is none */
export function shortcutOf<Shortcut extends { readonly keys: Keys }>(
  event: KeyboardEvent,
  shortcuts: readonly Shortcut[],
): Shortcut | undefined {
  const keys = pressed(event);
  return shortcuts.find((shortcut) => shortcut.keys.join(' ') === keys);
}
