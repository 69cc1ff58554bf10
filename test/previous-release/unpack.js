import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const NODE_MODULES = join(import.meta.dirname, '../../node_modules');

/**
 * The programs of a release.
 * @typedef {object} Release
 * @property {string} version
 * @property {string} main the service
 * @property {string} cli the commands
 * @property {string} client the client library, a module
 */

/**
 * Unpacks the kept release. It has its own libs and shares all other packages with this tree.
 * @param {string} folder an existing one, for the program
 * @returns {Release}
 */
export function unpackRelease(folder) {
  const [archive, ...others] = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tgz'));
  const version = /^parley-(.+)\.tgz$/.exec(archive ?? '')?.[1];
  if (archive === undefined || version === undefined || others.length > 0) {
    throw new Error('test/previous-release must hold one release: npm run release:keep');
  }
  symlinkSync(NODE_MODULES, join(folder, 'node_modules'));
  const root = join(folder, 'parley');
  mkdirSync(root);
  execFileSync('tar', ['-xzf', join(import.meta.dirname, archive), '-C', root]);
  const programs = join(root, 'dist/program');
  if (!existsSync(join(programs, 'main.js'))) throw new Error(`${archive} contains no program.`);
  return {
    version,
    main: join(programs, 'main.js'),
    cli: join(programs, 'cli.js'),
    client: join(root, 'client/index.js'),
  };
}
