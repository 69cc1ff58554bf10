import { UNSPACED } from '@parley/protocol/text';
import type { TokenizerAndRendererExtension } from 'marked';

/** A letter, and punctuation on the other side of a sign. Particles of Korean follow a word directly. */
const WITHOUT_SPACE = new RegExp(`^[${UNSPACED}\\p{sc=Hang}][\\p{P}\\p{S}]$`, 'u');
/** Two or one of the same sign, a text without them, and the same again. */
const FORMATTED = /^(\*\*?|~~)(?![\s*~])([^*~\n]*?[^*~\s\\])\1(?![*~])/u;

const firstOf = (text: string): string => Array.from(text.slice(0, 2))[0] ?? '';
const lastOf = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? '';

/** The token types of the signs. */
const TYPES: Readonly<Record<string, string>> = { '**': 'strong', '*': 'em', '~~': 'del' };

/**
 * Formats in scripts without spaces, as in `**重要：**请看`. The rules of CommonMark ask for a space or punctuation between
 * a sign that stands beside punctuation and a letter. All other formats follow those rules.
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
    if (![before + firstOf(text), after + lastOf(text)].some((pair) => WITHOUT_SPACE.test(pair))) return undefined;
    return { type: TYPES[sign] ?? 'text', raw, text, tokens: this.lexer.inlineTokens(text) };
  },
};
