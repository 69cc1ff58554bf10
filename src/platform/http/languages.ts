import type { IncomingMessage } from 'node:http';

/** The languages of the web client, of pages of the service and of mails, by their codes. */
export const LANGUAGES = ['ar', 'de', 'en', 'es', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

const DEFAULT: Language = 'en';

const isLanguage = (code: string): code is Language => (LANGUAGES as readonly string[]).includes(code);

/** The language of a stored code, and the default for one of another release. */
export const languageFrom = (code: string): Language => (isLanguage(code) ? code : DEFAULT);

/** The first language that a browser prefers and the service has. */
export function preferredLanguage({ headers }: IncomingMessage): Language {
  const wanted = (headers['accept-language'] ?? '').split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? DEFAULT;
}
