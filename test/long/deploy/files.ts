import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** A file of `deploy`, as it stands. */
export const deployed = (path: string): string => readFileSync(join(root, 'deploy', path), 'utf8');

/**
 * A file of `deploy` with what an operator is told to change in it.
 * @param changes from lines, or parts of lines, that stand in it, to what stands there instead
 * @throws Error where there is nothing to change
 */
export function changed(path: string, changes: Readonly<Record<string, string>>): string {
  let text = deployed(path);
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`deploy/${path} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}
