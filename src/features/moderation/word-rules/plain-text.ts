import { FoldedText } from './folded-text.js';
import type { Range } from './folded-text.js';

/** Marks of emphasis and code, escapes, and what a link has beside its text. Readers see none of them. */
const MARKDOWN = /\\(?=[!-/:-@[-`{-~])|[*_~`]+|\]\([^()\s]*\)|[[\]]/g;

/**
 * A text as readers see it, without the marks of Markdown, and where its units stand in the original.
 * @returns undefined for a text without marks
 */
export function withoutMarkdown(text: string): FoldedText | undefined {
  const parts: string[] = [];
  const origins: Range[] = [];
  const keep = (from: number, to: number): void => {
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) origins.push({ from: at, to: at + 1 });
  };
  let done = 0;
  for (const { 0: mark, index } of text.matchAll(MARKDOWN)) {
    keep(done, index);
    done = index + mark.length;
  }
  if (done === 0) return undefined;
  keep(done, text.length);
  return new FoldedText(parts.join(''), origins);
}
