import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import type { DataSource } from 'typeorm';

import { CannotStart } from '../../config/config.js';
import { dataFolder } from '../../config/data-folder.js';
import { writeArchive } from './archive.js';
import { databaseIn, hasDatabase, settle } from './database-folder.js';
import { isHolder, lockFolder } from './folder-lock.js';
import { copyWhileOpen } from './online-copy.js';
import { cannotBeOpened, openPGlite } from './pglite.js';
import { contentOf } from './stored-content.js';
import type { StoredContent } from './stored-content.js';

/** @throws CannotStart if there is no database: a command that opens it would create one */
export function hasSomethingToBackUp(dataDir: string): void {
  const folder = dataFolder(dataDir);
  if (!hasDatabase(folder)) throw new CannotStart(`There is no database in the data folder ${folder}: set DATA_DIR.`);
}

/**
 * Writes a consistent backup of the embedded database into one file. A service may use the database meanwhile. The file
 * is replaced when the backup is complete. The backup is made from a copy that has been opened, so it can be restored.
 * @param open opens the database, which is needed only if another process uses it
 * @param dataDir its data folder
 * @throws CannotStart if another backup of the folder is in progress, or the database cannot be opened
 * @throws ErrnoException if the file cannot be written
 */
export async function backUp(open: () => Promise<DataSource>, dataDir: string, file: string): Promise<StoredContent> {
  const target = resolve(file);
  const workshop = await mkdtemp(join(dirname(target), `${basename(target)}.partial-`));
  try {
    const copy = join(workshop, 'database');
    const folder = dataFolder(dataDir);
    if (!(await copyUnused(folder, copy))) await copyInUse(await open(), folder, copy);
    const archive = join(workshop, 'archive');
    const content = await archiveOf(copy, folder, archive);
    await rename(archive, target);
    return content;
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** @returns whether it was copied: not if another process uses the folder */
async function copyUnused(folder: string, copy: string): Promise<boolean> {
  const lock = await lockFolder(folder, 'command');
  if (isHolder(lock)) return false;
  try {
    settle(folder);
    await cp(databaseIn(folder), copy, { recursive: true });
    return true;
  } finally {
    await lock.release();
  }
}

/** One at a time: PostgreSQL supports one online backup per session, and the embedded database has one session. */
async function copyInUse(source: DataSource, folder: string, copy: string): Promise<void> {
  const lock = await lockFolder(folder, 'command', 'backup.lock');
  if (isHolder(lock)) {
    throw new CannotStart(
      `Another backup (process ${String(lock.pid)}) of the data folder ${folder} is in progress: try again when it is done.`,
    );
  }
  try {
    await copyWhileOpen(source, databaseIn(folder), copy);
  } finally {
    await lock.release();
  }
}

/** Opens the copy of a folder's database, which recovers all committed changes as after a power failure. */
async function archiveOf(copy: string, folder: string, archive: string): Promise<StoredContent> {
  const database = await openPGlite(copy).catch((error: unknown) => {
    throw cannotBeOpened(folder, error);
  });
  try {
    const content = await contentOf(database);
    await writeArchive(database, archive);
    return content;
  } finally {
    await database.close();
  }
}
