/**
 * `npm run release:publish [-- --dry-run] [FOLDER]`: sends the archives of `npm run pack`, or of another folder, to the
 * registries that npm and twine are configured with. It ends at the first that is refused.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { pythonOf } from '../../sdk/conformance/suite.js';
import { root } from '../build-parts.js';

const words = process.argv.slice(2);
const isTried = words.includes('--dry-run');
const archives = resolve(words.find((word) => !word.startsWith('-')) ?? join(root, 'archives'));
const names = existsSync(archives) ? readdirSync(archives).toSorted() : [];
if (names.length === 0) fail('There are no archives: run npm run pack first.');

/** `parley-0.4.0-dev.tgz`. @param {string} name */
const isService = (name) => /^parley-\d.*\.tgz$/.test(name);
// The service is last: who reads of it finds the packages.
const packages = [...names.filter((name) => name.endsWith('.tgz') && !isService(name)), ...names.filter(isService)];
for (const name of packages) {
  const tag = /-\d+\.\d+\.\d+-/.test(name) ? 'next' : 'latest';
  send('npm', ['publish', join(archives, name), '--access', 'public', '--tag', tag, ...(isTried ? ['--dry-run'] : [])]);
}
const wheels = names.filter((name) => name.endsWith('.whl')).map((name) => join(archives, name));
if (wheels.length > 0) sendWheels();

function sendWheels() {
  const python = pythonOf();
  if (spawnSync(python, ['-m', 'twine', '--version']).status === 0) {
    send(python, ['-m', 'twine', isTried ? 'check' : 'upload', ...wheels]);
  } else process.stderr.write(`Left out, because the program twine is not installed: ${wheels.join(', ')}\n`);
}

/** @param {string} program @param {readonly string[]} words */
function send(program, words) {
  if (spawnSync(program, words, { stdio: 'inherit' }).status !== 0) fail(`Refused: ${program} ${words.join(' ')}`);
}

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
