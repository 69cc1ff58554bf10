import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** A fenced block of a page. */
export interface Block {
  /** From the root on. */
  readonly page: string;
  /** Of its first fence. */
  readonly line: number;
  /** What stands behind the fence: `sh`, `json alice sends`. */
  readonly info: string;
  readonly text: string;
}

/** Everything that people read, and may copy from. */
export const pages: readonly string[] = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'libs/client/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('.vitepress'))
    .map((path) => join('docs', path))
    .sort(),
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

/** The page without its blocks, line by line as it was. */
export const proseOf = (page: string): string => textOf(page).replace(BLOCK, (block) => block.replace(/[^\n]/g, ''));

export const placeOf = ({ page, line }: Pick<Block, 'page' | 'line'>): string => `${page}:${String(line)}`;
