import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { told } from './run.js';

const KEPT = join(import.meta.dirname, '../previous-release');
const NODE_MODULES = join(import.meta.dirname, '../../node_modules');

/** The two doors of a release. */
export interface Release {
  readonly version: string;
  /** The service. */
  readonly main: string;
  /** The operator's commands. */
  readonly cli: string;
}

let unpacked: Release | undefined;

/** The release before this one, as it was compiled, in a folder of its own: it has its libs, and shares all the others. */
export function previousRelease(): Release {
  return (unpacked ??= unpack());
}

function unpack(): Release {
  const [archive, ...others] = readdirSync(KEPT).filter((name) => name.endsWith('.tgz'));
  const version = /^parley-(.+)\.tgz$/.exec(archive ?? '')?.[1];
  if (archive === undefined || version === undefined || others.length > 0) {
    throw new Error('test/previous-release is to hold one release: npm run release:keep');
  }
  const folder = mkdtempSync(join(told('postgres').folder, 'release-'));
  symlinkSync(NODE_MODULES, join(folder, 'node_modules'));
  const program = join(folder, 'parley');
  mkdirSync(program);
  execFileSync('tar', ['-xzf', join(KEPT, archive), '-C', program]);
  const release = { version, main: join(program, 'dist/src/main.js'), cli: join(program, 'dist/src/cli.js') };
  if (!existsSync(release.main)) throw new Error(`There is no program in ${archive}.`);
  return release;
}
