import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where the embedded database of a data folder is. */
export const databaseIn = (folder: string): string => join(folder, 'database');

export const hasDatabase = (folder: string): boolean =>
  existsSync(databaseIn(folder)) || existsSync(formerDatabaseIn(folder));

/** Where another one is made ready to take its place. */
export const nextDatabaseIn = (folder: string): string => join(folder, 'database.next');

/** Where it waits until the other has taken its place. */
const formerDatabaseIn = (folder: string): string => join(folder, 'database.former');

/**
 * Puts the one that is ready in the place of the one that is there. For whoever holds the folder's lock, with neither
 * open. Ended in the middle, it is taken back or finished by {@link settle}.
 */
export function exchange(folder: string): void {
  if (existsSync(databaseIn(folder))) renameSync(databaseIn(folder), formerDatabaseIn(folder));
  renameSync(nextDatabaseIn(folder), databaseIn(folder));
  rmSync(formerDatabaseIn(folder), { recursive: true, force: true });
}

/**
 * Leaves nothing of an exchange that somebody did not end: what was there is there again, unless the other had taken its
 * place already. For whoever holds the folder's lock, before the database is opened.
 */
export function settle(folder: string): void {
  if (!existsSync(databaseIn(folder)) && existsSync(formerDatabaseIn(folder))) {
    renameSync(formerDatabaseIn(folder), databaseIn(folder));
  }
  rmSync(nextDatabaseIn(folder), { recursive: true, force: true });
  rmSync(formerDatabaseIn(folder), { recursive: true, force: true });
}
