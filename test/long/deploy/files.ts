import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** The unchanged text of a file of `deploy`. */
export const deployed = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8');

/**
 * A file of `deploy` with an operator's changes.
 * @param changes from the text of lines, or parts of lines, to their replacement
 * @throws Error if a text is not in the file
 */
export function changed(path: string, changes: Readonly<Record<string, string>>): string {
  let text = deployed(path);
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`deploy/${path} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}
