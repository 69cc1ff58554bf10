import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../docs');
const INDEX = 'events.md';
/** The link of the index to a page, before those to its events. */
const PAGE = /\*\*\[[^\]]+\]\((events-[\w-]+\.md)\)\*\*/g;

const textOf = (page: string): string => readFileSync(join(DOCS, page), 'utf8');

/** The pages of the documentation that describe the events, in the order of their story. The index ends it. */
export function eventPages(): string {
  const index = textOf(INDEX);
  const pages = [...index.matchAll(PAGE)].map(([, page = '']) => page);
  return [...pages, INDEX].map(textOf).join('\n');
}
