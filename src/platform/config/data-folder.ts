import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { CannotStart } from './config.js';

/**
 * Returns the data folder, and creates it if it does not exist, closed to other users of the machine.
 * @throws CannotStart if it cannot be created or written
 */
export function dataFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`The data folder ${folder} cannot be written (${code ?? 'unknown error'}): set DATA_DIR.`);
  }
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
