import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The folder of this package: the nearest one with a `package.json`, whether this is the bundle or one of its modules.
 */
export const packageRoot: string = rootAbove(import.meta.dirname);

/**
 * The folder of the built program: of the one that runs, which may not be at its place yet, or of the one at its place
 * for modules that are not bundled.
 */
export const programFolder: string =
  basename(import.meta.dirname) === 'code' ? dirname(import.meta.dirname) : join(packageRoot, 'dist/program');

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(join(folder, '..'));
}

/** The version of this program, from its `package.json`. */
export const version: string = versionIn(join(packageRoot, 'package.json'));

/** @param file a `package.json` */
export function versionIn(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
