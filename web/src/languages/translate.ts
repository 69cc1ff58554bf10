import { batch, signal } from '@preact/signals';
import { IntlMessageFormat } from 'intl-messageformat';
import type { VNode } from 'preact';

import type english from './catalogues/en.json';
import { DEFAULT_LANGUAGE, directionOf, localeOf } from './languages.js';
import type { Language } from './languages.js';

/** The key of a text in the catalogues. Its first part is the folder to whose subject it belongs. */
export type TextKey = keyof typeof english;

export type TextValues = Readonly<Record<string, string | number>>;

type Part = string | VNode;

/** Makes an element of the part of a text between `<name>` and `</name>`. */
type Elements = Readonly<Record<string, (content: Part[]) => VNode>>;

/** A plain message is its text. The build parses the others (`web/compile-catalogues.ts`). */
type Message = string | ConstructorParameters<typeof IntlMessageFormat>[0];

type Catalogue = Readonly<Partial<Record<TextKey, Message>>>;

type Catalogues = Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>>;

const FIRST: Catalogues = {
  ar: () => import('./catalogues/ar.json'),
  de: () => import('./catalogues/de.json'),
  en: () => import('./catalogues/en.json'),
  es: () => import('./catalogues/es.json'),
  ja: () => import('./catalogues/ja.json'),
};

/** The texts that the first view does not need (`web/compile-catalogues.ts`). */
const LATER: Catalogues = {
  ar: () => import('./catalogues/ar.json?later'),
  de: () => import('./catalogues/de.json?later'),
  en: () => import('./catalogues/en.json?later'),
  es: () => import('./catalogues/es.json?later'),
  ja: () => import('./catalogues/ja.json?later'),
};

export const language = signal<Language>(DEFAULT_LANGUAGE);

/** The locale of times and numbers. */
export const locale = signal<string>(DEFAULT_LANGUAGE);

const catalogue = signal<Catalogue | null>(null);

/** Whether all texts of a language are loaded, and not only those of the first view. */
let areAllWanted = false;
let areAllLoaded = false;

const formats = new Map<TextKey, IntlMessageFormat>();

async function textsOf(code: Language): Promise<Catalogue> {
  const first = await FIRST[code]();
  const later = areAllWanted ? await LATER[code]() : undefined;
  return { ...(first.default as Catalogue), ...(later?.default as Catalogue | undefined) };
}

function showTexts(texts: Catalogue): void {
  formats.clear();
  catalogue.value = texts;
}

/** Loads a script together with all texts of the language, for what shows some that the first view does not have. */
export async function withAllTexts<Script>(script: Promise<Script>): Promise<Script> {
  const [loaded] = await Promise.all([script, loadAllTexts()]);
  return loaded;
}

/** @throws if they cannot be loaded: the next call tries it again */
export async function loadAllTexts(): Promise<void> {
  if (areAllLoaded) return;
  areAllWanted = true;
  let code: Language;
  let texts: Catalogue;
  do {
    code = language.peek();
    texts = await textsOf(code);
  } while (code !== language.peek());
  areAllLoaded = true;
  showTexts(texts);
}

/**
 * Shows the page in a language.
 * @param locales of the browser
 * @throws if its texts cannot be loaded: the language stays
 */
export async function showLanguage(code: Language, locales: readonly string[] = []): Promise<void> {
  const texts = await textsOf(code);
  batch(() => {
    language.value = code;
    locale.value = localeOf(code, locales);
    showTexts(texts);
  });
}

function formatOf(key: TextKey, message: Exclude<Message, string>): IntlMessageFormat {
  const format = formats.get(key) ?? new IntlMessageFormat(message, locale.peek());
  formats.set(key, format);
  return format;
}

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

/**
 * Names and other texts of users may have another direction than the text around them: they are isolated. So no message
 * can choose by the value of a text.
 */
export function isolated(values: TextValues = {}): TextValues {
  const entries = Object.entries(values).map(([name, value]) => {
    const isOther = typeof value === 'string' && (directionOf(language.peek()) === 'rtl' || RIGHT_TO_LEFT.test(value));
    return [name, isOther ? `\u2068${value}\u2069` : value] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * A text in the language of the page. A component that shows it is rendered again when the language changes.
 * @param values of the variables of its message
 */
export function t(key: TextKey, values?: TextValues): string {
  const message = catalogue.value?.[key] ?? key;
  return typeof message === 'string' ? message : String(formatOf(key, message).format(isolated(values)));
}

/** A number in the digits and groups of the locale: `1,234`. */
export const numberText = (value: number): string => new Intl.NumberFormat(locale.value).format(value);

/** Names one after the other, as the language lists them: `Ann, Bob`. */
export const listOf = (values: readonly string[]): string =>
  new Intl.ListFormat(locale.value, { type: 'conjunction', style: 'narrow' }).format(values);

export function textWithElements(key: TextKey, elements: Elements, values?: TextValues): Part[] {
  const message = catalogue.value?.[key] ?? key;
  if (typeof message === 'string') return [message];
  const parts = formatOf(key, message).format<Part>({ ...isolated(values), ...elements });
  return Array.isArray(parts) ? parts : [parts];
}
