import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { CannotStart } from './config.js';
import { newVapidKeys } from './vapid-keys.js';
import type { VapidKeys } from './vapid-keys.js';

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

/**
 * The stored secret of a machine without a configured one.
 * @throws CannotStart if the folder cannot be written
 */
export const keptSecret = (dataDir: string): string =>
  kept(dataDir, 'jwt-secret', () => randomBytes(32).toString('base64url'));

/**
 * The stored key pair for Web Push of a machine without a configured one.
 * @throws CannotStart if the folder cannot be written
 */
export const keptVapidKeys = (dataDir: string): VapidKeys =>
  JSON.parse(kept(dataDir, 'vapid-keys.json', () => JSON.stringify(newVapidKeys()))) as VapidKeys;

/**
 * Creates a secret once, and stores it in the data folder, readable only by its owner. Processes that start at the same
 * time get the same one.
 */
function kept(dataDir: string, name: string, made: () => string): string {
  const file = join(dataFolder(dataDir), name);
  const written = `${file}.${String(process.pid)}`;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    writeFileSync(written, made(), { mode: 0o600 });
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
