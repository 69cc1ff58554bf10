/**
 * Installs the packages of the documentation, which have a lock of their own in `docs`, if they are missing or older
 * than the lock.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '../docs');
/** npm writes this file at the end of an installation. */
const INSTALLED = join(docs, 'node_modules/.package-lock.json');

if (timeOf(INSTALLED) < timeOf(join(docs, 'package-lock.json'))) {
  const { status } = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: docs,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    process.stderr.write('The packages of the documentation cannot be installed: see the error of npm above.\n');
    process.exit(1);
  }
}

/** The time of the last change of a file, in milliseconds; 0 if there is none. @param {string} file */
function timeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
