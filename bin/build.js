import { spawnSync } from 'node:child_process';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { releaseLock, takeLock } from './build/lock.js';
import { dist, root } from './build/places.js';
import { documentation, program, webClient } from './build/products.js';
import { stop } from './build/stop.js';
import { newestIn, timeOf } from './build/times.js';

/** @typedef {import('./build/products.js').Product} Product */

/** The program with all that it serves. */
export async function built() {
  await bringUpToDate(program, stop);
  // Without one of these the service says so, and serves everything else.
  await bringUpToDate(webClient, () => undefined);
  await bringUpToDate(documentation, () => undefined);
}

/** The program alone, as commands need it. */
export const builtProgram = () => bringUpToDate(program, stop);

/**
 * Makes a product anew if a source is newer than what was made last. Processes that start together make it once.
 * Where there is no source, as in the production image, or no tool, what is there is taken.
 * @param {Product} product
 * @param {(sentence: string) => void} missing told where nothing is there either
 */
async function bringUpToDate(product, missing) {
  const { name, from, result, tool } = product;
  if (!existsSync(join(root, from)) || !isStale(product)) return;
  const path = find(tool);
  if (path === undefined) {
    if (!existsSync(join(dist, result))) missing(`Cannot build ${name}, as ${tool[0]} is not installed: run npm ci.`);
    return;
  }
  await takeLock();
  try {
    if (isStale(product)) make(product, path);
  } finally {
    releaseLock();
  }
}

/** @param {Product} product @param {string} tool */
function make({ name, result, stamp, words, before, after }, tool) {
  const began = new Date();
  const why = existsSync(join(dist, result)) ? ', as its sources are newer than the last build' : '';
  process.stderr.write(`Building ${name}${why}.\n`);
  before?.();
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...words], { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    releaseLock();
    stop(`Cannot build ${name}:\n${stdout}${stderr}`);
  }
  after?.();
  writeFileSync(join(dist, stamp), '');
  utimesSync(join(dist, stamp), began, began);
}

/** @param {Product} product */
function isStale({ sources, stamp, result }) {
  const builtAt = existsSync(join(dist, result)) ? timeOf(join(dist, stamp)) : -Infinity;
  return sources().some((path) => newestIn(join(root, path)) >= builtAt);
}

/** @param {Product['tool']} tool */
function find([name, path]) {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);
  } catch {
    return undefined;
  }
}
