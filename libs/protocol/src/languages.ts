/** The languages of the web client and of mails, by their codes. */
export const LANGUAGE_CODES = ['ar', 'de', 'en', 'es', 'ja'] as const;

export type LanguageCode = (typeof LANGUAGE_CODES)[number];
