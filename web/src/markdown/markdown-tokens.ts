import { addressIn, usernameKey } from '@parley/protocol/text';
import { Marked, Tokenizer } from 'marked';
import type { MarkedToken, Token, TokenizerObject, Tokens } from 'marked';

import { EMPHASIS } from './emphasis.js';
import { mentionedName } from '../rooms/mention-names.js';

/** A text that is longer is not formatted. */
const MAX_CHARACTERS = 20_000;
/** The time of the parser grows with the square of their number. */
const MAX_DELIMITERS = 1_000;
const DELIMITERS = /[*_~[]+/g;

/** A name in a text that mentions somebody. */
export interface MentionToken {
  readonly type: 'mention';
  /** With the sign. */
  readonly raw: string;
}

export type TextToken = MarkedToken | MentionToken;

/** Not a part of the subset: its source is text. */
const unknown = (): undefined => undefined;

/** The syntax that is switched off. Text that only looks like it stays as it was written. */
const OFF: TokenizerObject = {
  code: unknown,
  heading: unknown,
  hr: unknown,
  html: unknown,
  def: unknown,
  table: unknown,
  lheading: unknown,
  reflink: unknown,
  tag: unknown,
};

/** The parser knows what of ASCII ends an address. */
function urlOf(this: Tokenizer, source: string): Tokens.Link | undefined {
  const link = Tokenizer.prototype.url.call(this, source);
  const address = addressIn(link?.raw ?? '');
  return !link || address === link.raw ? link : Tokenizer.prototype.url.call(this, address);
}

const MENTION = /^@([^\s@]+)/;

/** The mention of one of the names at the beginning of a text. */
function mentionAt(source: string, names: ReadonlySet<string>): MentionToken | undefined {
  const word = MENTION.exec(source)?.[1];
  const name = word && mentionedName(word, (each) => names.has(usernameKey(each)));
  return name ? { type: 'mention', raw: `@${name}` } : undefined;
}

/** Names in the text that is parsed. The parser is synchronous, and its extensions take no parameters. */
let namesInText: ReadonlySet<string> = new Set();

const markdown = new Marked({
  gfm: true,
  breaks: true,
  tokenizer: { ...OFF, url: urlOf },
  extensions: [
    EMPHASIS,
    {
      name: 'mention',
      level: 'inline',
      start: (source) => {
        const at = namesInText.size === 0 ? -1 : source.indexOf('@');
        return at === -1 ? undefined : at;
      },
      tokenizer: (source) => mentionAt(source, namesInText),
    },
  ],
});

/**
 * Parses the Markdown of a message: bold, italic, strike, code, quotes, lists and links, and mentions.
 * @param names the keys of the names, without the sign, that are mentions
 * @returns null for a text that is too long, or has too much syntax, to be formatted
 */
export function tokensOf(text: string, names: ReadonlySet<string> = new Set()): readonly TextToken[] | null {
  if (text.length > MAX_CHARACTERS || (text.match(DELIMITERS)?.length ?? 0) > MAX_DELIMITERS) return null;
  namesInText = names;
  try {
    return known(markdown.lexer(text));
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The parser returns its own tokens, and those of the extension above. */
export const known = (tokens: readonly Token[]): readonly TextToken[] => tokens as readonly TextToken[];
