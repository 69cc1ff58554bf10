import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Whether this is a checkout with build tools. Without them, as in the production image, the existing build is used.
 */
const canBuild = () => existsSync(join(root, 'node_modules/wireit')) && existsSync(join(root, 'src'));

/** Builds what is missing or older than its sources: `npm run build`, whose parts are described in package.json. */
export function buildAll() {
  build('build');
}

/**
 * Builds the program if it is missing. A command does not rebuild after changes of the sources: comparing all of them
 * would take longer than most commands.
 */
export function buildProgramIfMissing() {
  if (!existsSync(join(root, 'dist/commands.json'))) build('build:program');
}

/** @param {string} script of package.json */
function build(script) {
  if (canBuild()) {
    // Standard output belongs to the program that runs after the build.
    const { status } = spawnSync('npm', ['run', '--silent', script], { cwd: root, stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exit(1);
  } else if (!existsSync(join(root, 'dist/program/cli.js'))) {
    process.stderr.write('Cannot build Parley, because its build tools are not installed: run npm ci.\n');
    process.exit(1);
  }
}
