import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

import { CannotStart, dataFolder } from '../config/index.js';
import { readArchive } from './archive.js';
import { exchange, hasDatabase, nextDatabaseIn, settle } from './database-folder.js';
import { isHolder, lockFolder } from './folder-lock.js';
import { openPGlite } from './pglite.js';
import { contentOf } from './stored-content.js';
import type { StoredContent } from './stored-content.js';

/**
 * Puts what a backup holds into a data folder that nobody is using. Until the backup has been unpacked, opened and looked
 * into, everything in the folder stays as it is; and it does where the restoring is ended before its end.
 * @param replaces whether a database that is there may go
 * @throws CannotStart where somebody is using the folder, the file is no backup, or a database is there that may not go
 */
export async function restore(dataDir: string, file: string, replaces: boolean): Promise<StoredContent> {
  const folder = dataFolder(dataDir);
  const lock = await lockFolder(folder, 'command');
  if (isHolder(lock)) {
    const user = lock.role === 'server' ? 'A service' : 'Another command';
    throw new CannotStart(`${user} (process ${String(lock.pid)}) is using the data folder ${folder}: stop it first.`);
  }
  try {
    settle(folder);
    if (hasDatabase(folder) && !replaces) {
      throw new CannotStart(`There is a database in the data folder ${folder}: to have it replaced, give --force.`);
    }
    const content = await unpack(resolve(file), nextDatabaseIn(folder));
    exchange(folder);
    return content;
  } finally {
    await lock.release();
  }
}

async function unpack(file: string, into: string): Promise<StoredContent> {
  try {
    const loadDataDir = await readArchive(file);
    const database = await openPGlite(into, { loadDataDir });
    try {
      return await contentOf(database);
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
