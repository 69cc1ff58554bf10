import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

/** A message without variables is its text: braces, quotes, tags and number signs mean something in ICU messages. */
const PLAIN = /^[^{}'<#]*$/;

/**
 * Parses the ICU messages of the catalogues, so that the page needs no parser. Plain messages stay texts. A message that
 * is invalid ends the build.
 */
export const compileCatalogues = (): Plugin => ({
  name: 'compile-catalogues',
  // Before the plugin that makes modules of JSON.
  enforce: 'pre',
  transform: {
    filter: { id: /\/languages\/catalogues\/\w+\.json$/ },
    handler(text) {
      const messages = JSON.parse(text) as Readonly<Record<string, string>>;
      const compiled = Object.entries(messages).map(
        ([key, message]) => [key, PLAIN.test(message) ? message : parse(message)] as const,
      );
      return { code: JSON.stringify(Object.fromEntries(compiled)), map: null };
    },
  },
});
