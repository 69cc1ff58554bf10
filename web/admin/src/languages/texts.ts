import { IntlMessageFormat } from 'intl-messageformat';

import { isolated } from '../../../src/languages/translate.js';
import type { TextValues } from '../../../src/languages/translate.js';
import english from './catalogues/en.json' with { type: 'json' };

/** The key of a text of this page. Its first part is the folder to whose subject it belongs. */
export type PageText = keyof typeof english;

/** A plain message is its text. The build parses the others (`web/compile-catalogues.ts`). */
type Message = string | ConstructorParameters<typeof IntlMessageFormat>[0];

const messages: Readonly<Record<PageText, Message>> = english;
const formats = new Map<PageText, IntlMessageFormat>();

function formatOf(key: PageText, message: Exclude<Message, string>): IntlMessageFormat {
  const format = formats.get(key) ?? new IntlMessageFormat(message, 'en');
  formats.set(key, format);
  return format;
}

/** A text of this page. @param values of the variables of its message */
export function t(key: PageText, values?: TextValues): string {
  const message = messages[key];
  return typeof message === 'string' ? message : String(formatOf(key, message).format(isolated(values)));
}
