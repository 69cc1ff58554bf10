/**
 * `node bin/own-packages.js FOLDER`: installs the packages of a folder with a lock of its own, if they are missing or
 * older than the lock.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const name = process.argv[2] ?? '';
const folder = join(import.meta.dirname, '..', name);
/** npm writes this file at the end of an installation. */
const INSTALLED = join(folder, 'node_modules/.package-lock.json');

if (timeOf(INSTALLED) < timeOf(join(folder, 'package-lock.json'))) {
  process.stderr.write(`Installing the packages of the folder ${name}.\n`);
  const { status } = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    process.stderr.write(`The packages of the folder ${name} cannot be installed: see the error of npm above.\n`);
    process.exit(1);
  }
}

/** The time of the last change of a file, in milliseconds; 0 if there is none. @param {string} file */
function timeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
