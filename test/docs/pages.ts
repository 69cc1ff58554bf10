import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface Block {
  /** The path from the root of the project. */
  readonly page: string;
  /** The line of the opening fence. */
  readonly line: number;
  /** The text after the fence, such as `sh` or `json alice sends`. */
  readonly info: string;
  readonly text: string;
}

/** All pages with blocks that readers may copy. */
export const pages: readonly string[] = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'libs/client/README.md',
  'libs/react/README.md',
  'libs/server/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

const BLOCK = /^(`{3,}|~{3,})([^\n]*)\n([^]*?)^\1\s*$/gm;

export function blocksOf(page: string): Block[] {
  const text = textOf(page);
  return [...text.matchAll(BLOCK)].map(({ 2: info = '', 3: inner = '', index }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    info: info.trim(),
    text: inner,
  }));
}

/** The page with empty lines in place of its blocks, so that line numbers stay. */
export const proseOf = (page: string): string => textOf(page).replace(BLOCK, (block) => block.replace(/[^\n]/g, ''));

export const placeOf = ({ page, line }: Pick<Block, 'page' | 'line'>): string => `${page}:${String(line)}`;
