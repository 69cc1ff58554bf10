/** The languages of the page, in the order of their codes, with their own names. */
export const LANGUAGES = [
  { code: 'ar', name: 'العربية', direction: 'rtl' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'es', name: 'Español', direction: 'ltr' },
  { code: 'ja', name: '日本語', direction: 'ltr' },
] as const;

export type Language = (typeof LANGUAGES)[number]['code'];

/** For a browser that asks for none of them. */
export const DEFAULT_LANGUAGE: Language = 'en';

export const isLanguage = (code: string): code is Language => LANGUAGES.some((language) => language.code === code);

export const directionOf = (code: Language): 'ltr' | 'rtl' =>
  LANGUAGES.find((language) => language.code === code)?.direction ?? 'ltr';

const codeOf = (locale: string): string => locale.toLowerCase().split('-')[0] ?? '';

/**
 * The first language of the browser that the page has.
 * @param locales of the browser, for example `de-AT`, the preferred one first
 */
export const browserLanguage = (locales: readonly string[]): Language =>
  locales.map(codeOf).find(isLanguage) ?? DEFAULT_LANGUAGE;

/** The locale for times and numbers of a language: that of the browser if it is of this language, such as `de-AT`. */
export const localeOf = (code: Language, locales: readonly string[]): string =>
  locales.find((locale) => codeOf(locale) === code) ?? code;
