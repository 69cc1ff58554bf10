import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { CannotStart } from './config.js';

/**
 * The data folder, made if it is not there and closed to other users of the machine.
 * @throws CannotStart if it cannot be made or written
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

/** Step by step: Node's own recursion never ends where a file system refuses new folders in its own way, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // Another process was quicker.
  }
}
