import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { CannotStart } from '../../config/config.js';
import { expectUsable, ofAnother, ownerOf } from '../../config/folder-access.js';
import { reasonOf } from '../../logging/log-record.js';

/** The folder of the embedded database in a data folder. */
export const databaseIn = (folder: string): string => join(folder, 'database');

export const hasDatabase = (folder: string): boolean =>
  existsSync(databaseIn(folder)) || existsSync(formerDatabaseIn(folder));

/**
 * Checks that there is a database, and creates nothing.
 * @throws CannotStart
 */
export function requireDatabase(dataDir: string): void {
  const folder = resolve(dataDir);
  if (hasDatabase(folder)) return;
  throw new CannotStart(
    `There is no database in the data folder ${folder}: set DATA_DIR, or create a database with "parley migrate up".`,
  );
}

/** The folder of a database that is being prepared to replace it. */
export const nextDatabaseIn = (folder: string): string => join(folder, 'database.next');

/** The folder of the files of a backup that is being restored. */
export const unpackedIn = (folder: string): string => join(folder, 'restore.next');

/** The folder of the replaced database during the exchange. */
const formerDatabaseIn = (folder: string): string => join(folder, 'database.former');

/**
 * Replaces the database by the prepared one. The caller holds the folder's lock, and neither is open. {@link settle}
 * reverts or finishes an interrupted exchange.
 */
export function exchange(folder: string): void {
  if (existsSync(databaseIn(folder))) renameSync(databaseIn(folder), formerDatabaseIn(folder));
  renameSync(nextDatabaseIn(folder), databaseIn(folder));
  rmSync(formerDatabaseIn(folder), { recursive: true, force: true });
}

/**
 * Cleans up after an interrupted restore, or after an interrupted creation of a database: restores the former database,
 * unless the prepared one has replaced it already. The caller holds the folder's lock, and has not opened the database.
 */
export function settle(folder: string): void {
  if (!existsSync(databaseIn(folder)) && existsSync(formerDatabaseIn(folder))) {
    renameSync(formerDatabaseIn(folder), databaseIn(folder));
  }
  rmSync(nextDatabaseIn(folder), { recursive: true, force: true });
  rmSync(unpackedIn(folder), { recursive: true, force: true });
  rmSync(formerDatabaseIn(folder), { recursive: true, force: true });
}

/**
 * Checks that this process may use every file of the database, and leaves none that the owner of the database may not
 * use. PostgreSQL itself aborts without naming a file. The caller holds the folder's lock.
 * @param lock the socket of the lock: its owner is that of new files here
 * @throws CannotStart
 */
export function expectOwnDatabase(folder: string, lock: string): void {
  const [owner, user] = [ownerOf(databaseIn(folder)), ownerOf(lock)];
  if (owner === undefined || user === undefined) return;
  if (owner !== user) throw ofAnother(folder, owner, user);
  expectUsable(databaseIn(folder), 'read and write', () => true);
}

/** The limit of all supported systems (macOS: 104 with the terminating zero, Linux: 108). */
const LONGEST_SOCKET_PATH = 103;

/**
 * The path of a socket in a folder.
 * @throws CannotStart if it is longer than a socket's path can be
 */
export function socketPath(folder: string, name: string): string {
  const path = join(folder, name);
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH) {
    throw new CannotStart(
      `The path of the data folder ${folder} is too long for a socket in it: set a shorter DATA_DIR.`,
    );
  }
  return path;
}

/** @param folder the data folder whose database cannot be opened */
export const cannotBeOpened = (folder: string, error: unknown): CannotStart =>
  new CannotStart(`The embedded database in ${folder} cannot be opened: ${reasonOf(error)}`);
