import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';

import { CannotStart } from '../../../../src/platform/config/config.js';
import { dataFolder } from '../../../../src/platform/config/data-folder.js';
import {
  exchange,
  hasDatabase,
  nextDatabaseIn,
  settle,
  unpackedIn,
} from '../../../../src/platform/database/embedded/database-folder.js';
import { isOfTheDisk } from '../../../../src/platform/database/embedded/file-system-error.js';
import { lockUnused } from '../../../../src/platform/database/embedded/folder-lock.js';
import { openPGlite } from '../../../../src/platform/database/embedded/pglite.js';
import { beginEpoch } from '../../../../src/platform/database/history/begin-epoch.js';
import { removeWitness } from '../../../../src/platform/database/history/witness-file.js';
import { reasonOf } from '../../../../src/platform/logging/log-record.js';
import { contentOf, readArchive } from './archive.js';
import type { StoredContent } from './archive.js';

/** Reads the file of a backup. */
export interface Unpacking {
  /**
   * @param folder a folder for what it unpacks, which the caller removes
   * @throws Error if the file is not a whole backup
   */
  unpack(file: string, folder: string): Promise<Unpacked>;
}

/** A backup whose parts are checked. */
export interface Unpacked {
  /** The file that is the archive of the database. */
  readonly database: string;
  /** Puts the files of the backup where they belong. @returns their number */
  putFiles(): Promise<number>;
}

export type RestoredContent = StoredContent & { readonly files: number };

/**
 * Restores a backup into an unused data folder. The folder does not change until the backup has been unpacked, opened
 * and checked, nor if the restore is interrupted.
 * The files of the backup are put to the others before the database is replaced: each has an id of its own, so that
 * none is lost, whatever happens.
 * @param replaces whether an existing database may be replaced
 * @throws CannotStart if the folder is in use, the file is no backup, or an existing database may not be replaced
 */
export async function restore(
  dataDir: string,
  file: string,
  replaces: boolean,
  unpacking: Unpacking,
): Promise<RestoredContent> {
  const folder = dataFolder(dataDir);
  const lock = await lockUnused(folder);
  const staging = unpackedIn(folder);
  try {
    settle(folder);
    if (hasDatabase(folder) && !replaces) {
      throw new CannotStart(`There is a database in the data folder ${folder}: to replace it, give --force.`);
    }
    const [unpacked, content] = await restorable(file, async () => {
      const parts = await unpacking.unpack(resolve(file), staging);
      return [parts, await unpack(parts.database, nextDatabaseIn(folder))] as const;
    });
    const files = await unpacked.putFiles();
    exchange(folder);
    removeWitness(folder);
    return { ...content, files };
  } finally {
    rmSync(staging, { recursive: true, force: true });
    await lock.release();
  }
}

/** Clients may have later changes than the backup. The migration of a backup without epochs begins the first one. */
async function beginEpochIn(database: PGlite): Promise<void> {
  const { rows } = await database.query<{ has: boolean }>("SELECT to_regclass('epochs') IS NOT NULL AS has");
  if (rows[0]?.has !== true) return;
  await database.transaction(async (work) => {
    await beginEpoch(
      async (statement, parameters) => (await work.query(statement, parameters)).rows as never,
      'restored',
    );
  });
}

async function unpack(archive: string, into: string): Promise<StoredContent> {
  const loadDataDir = await readArchive(archive);
  try {
    const database = await openPGlite(into, { loadDataDir });
    try {
      const content = await contentOf(database);
      await beginEpochIn(database);
      return content;
    } finally {
      await database.close();
    }
  } catch (error) {
    rmSync(into, { recursive: true, force: true });
    throw error;
  }
}

/** @throws CannotStart in place of any error but those of the disk, which has nothing to do with the file */
async function restorable<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isOfTheDisk(error)) throw error;
    throw new CannotStart(`The file ${resolve(file)} cannot be restored: ${reasonOf(error)}`);
  }
}
