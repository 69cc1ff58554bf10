import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { COMMON } from './parts.js';

/** @typedef {import('./parts.js').Part} Part */

/** Names of folders and files on which no part depends. */
const NEVER = /^(node_modules|dist)$|\.(spec|fake)\.tsx?$|\.tsbuildinfo$/;

/** @type {Map<string, string>} the digest of a file, by its path, because parts have sources in common */
const digests = new Map();

/**
 * A digest of the contents of all sources of a part and of its command. Times of files play no part, which a checkout
 * and a copy change.
 * @param {string} root of the project
 * @param {Part} part
 */
export function fingerprintOf(root, { command, sources, except = [] }) {
  const hash = createHash('sha256').update(command);
  for (const path of [...COMMON, ...sources].flatMap((each) => filesIn(root, each, except))) {
    hash.update(`\n${path} ${digestOf(join(root, path))}`);
  }
  return hash.digest('hex');
}

/** @param {string} root @param {string} path @param {readonly string[]} except @returns {string[]} in a steady order */
function filesIn(root, path, except) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => !NEVER.test(name) && !except.includes(`${path}/${name}`))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((each) => (each.isDirectory() ? filesIn(root, `${path}/${each.name}`, except) : [`${path}/${each.name}`]));
}

/** @param {string} file */
function digestOf(file) {
  const known = digests.get(file);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  digests.set(file, digest);
  return digest;
}
