import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build, root, stateOf, whyNotBuildable } from './build-parts.js';
import { SERVICE } from './parts.js';

/** @typedef {import('./build-parts.js').PartName} PartName */

/**
 * Runs a program of `dist/program`, after what is missing or outdated was built. A failed build is reported in one
 * sentence.
 * @param {'main.js' | 'cli.js' | 'demo.js'} program
 */
export async function run(program) {
  // A command is not rebuilt after changes of the sources: comparing all of them would take longer than most commands.
  await prepare(program === 'cli.js' ? missing(['program']) : notCurrent());
  try {
    await import(pathToFileURL(join(root, 'dist/program', program)).href);
  } catch (error) {
    if (!isMissingModule(error)) throw error;
    fail(`A package or a part of the build is missing: run npm ci, then npm run build. (${error.message})`);
  }
}

/** @param {readonly PartName[]} needed to be built */
async function prepare(needed) {
  if (needed.length === 0) return;
  const hasProgram = missing(['program']).length === 0;
  const why = process.env.NODE_ENV === 'production' && hasProgram ? 'NODE_ENV is production' : whyNotBuildable();
  if (why === undefined) {
    process.stderr.write(`Building ${needed.join(', ')}\n`);
    const failed = await build(needed);
    if (failed.length > 0) fail(`Parley cannot start, because the build of ${failed.join(' and ')} failed.`);
  } else if (hasProgram) {
    const parts = needed.map((name) => `${name} is ${stateOf(name)}`).join(', ');
    process.stderr.write(
      `Parley runs the build that exists, because ${why} (${parts}): npm run build makes a new one.\n`,
    );
  } else {
    fail(
      `Parley is not built, and cannot be built, because ${why}: run npm ci && npm run build in a folder that you can write.`,
    );
  }
}

/** Parts of the service whose sources are here, as in every checkout, and not in the production image. */
function notCurrent() {
  if (!existsSync(join(root, 'src'))) return missing(['program']);
  return SERVICE.filter((name) => stateOf(name) !== 'current');
}

/** @param {readonly PartName[]} names */
function missing(names) {
  return names.filter((name) => !existsSync(join(root, 'dist', name)));
}

/** @param {unknown} error @returns {error is Error} */
const isMissingModule = (error) =>
  error instanceof Error && 'code' in error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(error.code));

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
