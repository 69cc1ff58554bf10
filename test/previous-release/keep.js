/**
 * Stores the built program and client library under the version in package.json: `npm run release:keep`, at the release
 * of a version. Later versions are tested together with it on one database (test/long/releases/previous-release).
 *
 * The archive holds the bundle that a deployment runs. Packages outside of the bundle come from `node_modules`, whose
 * versions may be newer than those of the release.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Makes the archive reproducible, byte by byte. */
const STEADY = ['--sort=name', '--mtime=2000-01-01 00:00Z', '--owner=0', '--group=0', '--numeric-owner'];

const { version } = /** @type {{ version: string }} */ (manifest());
const folder = mkdtempSync(join(tmpdir(), 'parley-release-'));
try {
  carry('package.json', 'package.json');
  carry('dist/program', 'dist/program');
  carry('dist/program/commands.json', 'dist/program/commands.json');
  carry('libs/client/dist', 'client');
  forgetSourceMaps(join(folder, 'client'));
  for (const name of readdirSync(import.meta.dirname)) {
    if (name.endsWith('.tgz')) rmSync(join(import.meta.dirname, name));
  }
  const archive = join(import.meta.dirname, `parley-${version}.tgz`);
  execFileSync('tar', [...STEADY, '-I', 'gzip -9n', '-cf', archive, '-C', folder, '.']);
  console.log(`Kept ${version} in ${relative(root, archive)}.`);
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {string} from @param {string} to */
function carry(from, to) {
  cpSync(join(root, from), join(folder, to), {
    recursive: true,
    filter: (path) => path === join(root, from) || /\.c?js$/.test(path) || isFolder(path),
  });
}

/**
 * The archive has no source maps, which a test runner would look for.
 * @param {string} modules
 */
function forgetSourceMaps(modules) {
  for (const name of readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.js'),
  )) {
    const path = join(modules, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/gm, ''));
  }
}

/** @returns {unknown} */
function manifest() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** @param {string} path */
function isFolder(path) {
  return statSync(path).isDirectory();
}
