import type { Token } from 'marked';

import { tokensOf } from './markdown-tokens.js';

/** A preview shows one line. */
const MOST_CHARACTERS = 1_000;
/** More than the previews of a page have. */
const MOST_KEPT = 1_000;

/** The list of rooms asks for the same texts with each change. */
const kept = new Map<string, string>();

/** A text in Markdown as one line without its signs, for a preview. */
export function plainText(markdown: string): string {
  const known = kept.get(markdown);
  if (known !== undefined) return known;
  const begin = markdown.slice(0, MOST_CHARACTERS);
  const tokens = tokensOf(begin) as readonly Token[] | null;
  const text = (tokens?.map(blockText).join(' ') ?? begin).replaceAll(/\s+/g, ' ').trim();
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(markdown, text);
  return text;
}

type Parent = Token & { readonly tokens?: readonly Token[]; readonly items?: readonly Token[] };

/** The blocks of a quote or an item stand in one line. */
function blockText(token: Token): string {
  const { tokens, items } = token as Parent;
  if (token.type === 'blockquote' || token.type === 'list_item') return (tokens ?? []).map(blockText).join(' ');
  if (items) return items.map(blockText).join(' ');
  return inlineText(token);
}

function inlineText(token: Token): string {
  if (token.type === 'br') return ' ';
  const { tokens } = token as Parent;
  if (tokens) return tokens.map(inlineText).join('');
  return 'text' in token ? String(token.text) : token.raw;
}
