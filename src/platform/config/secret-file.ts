import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { dataFolder } from './data-folder.js';
import { newVapidKeys } from './vapid-keys.js';
import type { VapidKeys } from './vapid-keys.js';

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
