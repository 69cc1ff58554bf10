import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';

import { CannotStart } from '../../config/config.js';
import { dataFolder } from '../../config/data-folder.js';
import { beginEpoch } from '../history/begin-epoch.js';
import { removeWitness } from '../history/witness-file.js';
import { contentOf, readArchive } from './archive.js';
import type { StoredContent } from './archive.js';
import { exchange, hasDatabase, nextDatabaseIn, settle } from './database-folder.js';
import { lockUnused } from './folder-lock.js';
import { openPGlite } from './pglite.js';

/**
 * Restores a backup into an unused data folder. The folder does not change until the backup has been unpacked, opened
 * and checked, nor if the restore is interrupted.
 * @param replaces whether an existing database may be replaced
 * @throws CannotStart if the folder is in use, the file is no backup, or an existing database may not be replaced
 */
export async function restore(dataDir: string, file: string, replaces: boolean): Promise<StoredContent> {
  const folder = dataFolder(dataDir);
  const lock = await lockUnused(folder);
  try {
    settle(folder);
    if (hasDatabase(folder) && !replaces) {
      throw new CannotStart(`There is a database in the data folder ${folder}: to replace it, give --force.`);
    }
    const content = await unpack(resolve(file), nextDatabaseIn(folder));
    exchange(folder);
    removeWitness(folder);
    return content;
  } finally {
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

async function unpack(file: string, into: string): Promise<StoredContent> {
  try {
    const loadDataDir = await readArchive(file);
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
    throw new CannotStart(
      `The file ${file} cannot be restored: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
