import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { CannotStart } from './config.js';
import { expectOwner, expectReadable } from './folder-access.js';

/**
 * Returns the data folder, or a folder in it, and creates it if it does not exist, closed to other users of the
 * machine.
 * @throws CannotStart if it cannot be created or written, or if this is root and the folder is that of another user
 */
export function dataFolder(dataDir: string, ...names: readonly string[]): string {
  const folder = resolve(dataDir, ...names);
  try {
    if (names.length > 0) dataFolder(dataDir);
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`The data folder ${folder} cannot be written (${code ?? 'unknown error'}): set DATA_DIR.`);
  }
  expectOwner(folder);
  return folder;
}

/**
 * Creates folders one by one: Node's recursive mkdir never ends on some file systems without new folders, like /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // Another process has created it.
  }
}

/**
 * Creates a secret once, and stores it in the data folder, readable only by its owner. Processes that start at the same
 * time get the same one.
 * @throws CannotStart if the folder cannot be written
 */
export function keptSecret(dataDir: string, name: string, made: () => string): string {
  const file = join(dataFolder(dataDir), name);
  const written = `${file}.${String(process.pid)}`;
  if (!existsSync(file)) {
    writeFileSync(written, made(), { mode: 0o600 });
    try {
      linkSync(written, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(written);
    }
  }
  expectReadable(file);
  return readFileSync(file, 'utf8');
}
