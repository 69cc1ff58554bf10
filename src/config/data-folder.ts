import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

import { CannotStart } from './config.js';

/**
 * The data folder, made if it is not there and closed to other users of the machine.
 * @throws CannotStart if it cannot be made or written
 */
export function dataFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(`The data folder ${folder} cannot be written (${code ?? 'unknown error'}): set DATA_DIR.`);
  }
  return folder;
}
