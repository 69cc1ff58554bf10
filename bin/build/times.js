import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A folder's own time tells of files that were removed from it.
 * @param {string} path
 * @returns {number} milliseconds
 */
export function newestIn(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return -Infinity;
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

/** @param {string} path */
export const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
