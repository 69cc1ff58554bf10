import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import type { DataSource } from 'typeorm';

import { CannotStart } from '../../config/config.js';
import { dataFolder } from '../../config/data-folder.js';
import { contentOf, writeArchive } from './archive.js';
import type { StoredContent } from './archive.js';
import { cannotBeOpened, databaseIn, settle } from './database-folder.js';
import { isHolder, lockFolder } from './folder-lock.js';
import { copyWhileOpen } from './online-copy.js';
import { openPGlite } from './pglite.js';

/**
 * Writes a consistent backup of the embedded database into one file, which is replaced when the backup is complete. If
 * no process uses the database, it is opened and archived where it is. While a service uses it, a copy is made, opened
 * and archived. In both cases the archived files have been opened, so the backup can be restored.
 * @param open opens the database, which is needed only if another process uses it
 * @param dataDir its data folder
 * @throws CannotStart if another backup of the folder is in progress, or the database cannot be opened
 * @throws ErrnoException if the file cannot be written
 */
export async function backUp(open: () => Promise<DataSource>, dataDir: string, file: string): Promise<StoredContent> {
  const target = resolve(file);
  const workshop = await mkdtemp(join(dirname(target), `${basename(target)}.partial-`));
  try {
    const folder = dataFolder(dataDir);
    const archive = join(workshop, 'archive');
    const content = (await archiveUnused(folder, archive)) ?? (await archiveInUse(open, folder, workshop, archive));
    await rename(archive, target);
    return content;
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** @returns undefined if another process uses the folder */
async function archiveUnused(folder: string, archive: string): Promise<StoredContent | undefined> {
  const lock = await lockFolder(folder, 'command');
  if (isHolder(lock)) return undefined;
  try {
    settle(folder);
    return await archiveOf(databaseIn(folder), folder, archive);
  } finally {
    await lock.release();
  }
}

async function archiveInUse(
  open: () => Promise<DataSource>,
  folder: string,
  workshop: string,
  archive: string,
): Promise<StoredContent> {
  const copy = join(workshop, 'database');
  await copyInUse(await open(), folder, copy);
  return archiveOf(copy, folder, archive);
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

/**
 * Opens a database, which recovers all committed changes as after a power failure, and archives it.
 * @param folder the data folder of the database, for the error
 */
async function archiveOf(database: string, folder: string, archive: string): Promise<StoredContent> {
  const opened = await openPGlite(database).catch((error: unknown) => {
    throw cannotBeOpened(folder, error);
  });
  try {
    const content = await contentOf(opened);
    await writeArchive(opened, archive);
    return content;
  } finally {
    await opened.close();
  }
}
