import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { dataFolder } from './data-folder.js';

/**
 * The secret of a machine that was given none: made once, kept in the data folder, readable by its owner alone.
 * Two processes that start at the same moment agree on one.
 * @throws CannotStart if the folder cannot be written
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataFolder(dataDir), 'jwt-secret');
  const written = `${file}.${String(process.pid)}`;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    writeFileSync(written, randomBytes(32).toString('base64url'), { mode: 0o600 });
  }
  try {
    linkSync(written, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(written);
  }
  return readFileSync(file, 'utf8');
}
