import { UNSPACED } from '@parley/protocol/text';
import type { TokenizerAndRendererExtension, Tokens } from 'marked';

/** Letters that are written beside a format without a space; particles of Korean follow a word directly. */
const CLOSE_LETTER = new RegExp(`^[${UNSPACED}\\p{Script=Hangul}]$`, 'u');
const PUNCTUATION = /^[\p{P}\p{S}]$/u;
/** Two or one of the same sign, a text without them, and the same again. */
const FORMATTED = /^(\*\*?|~~)(?![\s*~])([^*~\n]*?[^*~\s\\])\1(?![*~])/u;

const lastOf = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? '';
const firstOf = (text: string): string => Array.from(text.slice(0, 2))[0] ?? '';

const needsSpace = (inner: string, outer: string): boolean => PUNCTUATION.test(inner) && CLOSE_LETTER.test(outer);

/** What a sign makes of a text. */
type Format = Tokens.Strong | Tokens.Em | Tokens.Del;
const TYPES: Readonly<Record<string, Format['type']>> = { '**': 'strong', '*': 'em', '~~': 'del' };

/**
 * Formats in scripts without spaces, as in `**重要：**请看`. The rules of CommonMark ask for a space or punctuation between a sign
 * that stands beside punctuation and a letter. All other formats follow those rules.
 */
export const EMPHASIS: TokenizerAndRendererExtension = {
  name: 'emphasis',
  level: 'inline',
  start: (source) => {
    const at = source.search(/\*|~~/);
    return at === -1 ? undefined : at;
  },
  tokenizer(source, tokens) {
    const [raw, sign = '', text = ''] = FORMATTED.exec(source) ?? [];
    if (raw === undefined) return undefined;
    const [before, after] = [lastOf(tokens.at(-1)?.raw ?? ''), firstOf(source.slice(raw.length))];
    if (!needsSpace(firstOf(text), before) && !needsSpace(lastOf(text), after)) return undefined;
    return { type: TYPES[sign] ?? 'text', raw, text, tokens: this.lexer.inlineTokens(text) };
  },
};
