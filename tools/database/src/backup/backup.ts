import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import type { DataSource } from 'typeorm';

import { CannotStart } from '../../../../src/platform/config/config.js';
import { dataFolder } from '../../../../src/platform/config/data-folder.js';
import { cannotBeOpened, databaseIn, settle } from '../../../../src/platform/database/embedded/database-folder.js';
import { isHolder, lockFolder } from '../../../../src/platform/database/embedded/folder-lock.js';
import { openPGlite } from '../../../../src/platform/database/embedded/pglite.js';
import { contentOf, writeArchive } from './archive.js';
import type { StoredContent } from './archive.js';
import { copyWhileOpen } from './online-copy.js';

/** Makes the file of a backup of the archive of the database, and of what is kept outside of the database. */
export interface Packing<Packed extends object> {
  /**
   * @param database the archived database, open
   * @param into a file that does not exist yet
   */
  write(database: PGlite, archive: string, into: string): Promise<Packed>;
}

/** Where a backup is made. */
interface Workshop {
  /** A folder on the file system of the backup. */
  readonly folder: string;
  /** The archive of the database. */
  readonly archive: string;
  /** The file that becomes the backup. */
  readonly packed: string;
}

/**
 * Writes a consistent backup of the embedded database into one file, which is replaced when the backup is complete. If
 * no process uses the database, it is opened and archived where it is. While a service uses it, a copy is made, opened
 * and archived. In both cases the archived files have been opened, so the backup can be restored.
 * @param open opens the database, which is needed only if another process uses it
 * @param dataDir its data folder
 * @param packing adds what is kept outside of the database
 * @throws CannotStart if another backup of the folder is in progress, or the database cannot be opened
 * @throws ErrnoException if the file cannot be written
 */
export async function backUp<Packed extends object>(
  open: () => Promise<DataSource>,
  dataDir: string,
  file: string,
  packing: Packing<Packed>,
): Promise<StoredContent & Packed> {
  const target = resolve(file);
  const workshop = workshopIn(await mkdtemp(join(dirname(target), `${basename(target)}.partial-`)));
  try {
    const folder = dataFolder(dataDir);
    const content =
      (await archiveUnused(folder, workshop, packing)) ?? (await archiveInUse(open, folder, workshop, packing));
    await rename(workshop.packed, target);
    return content;
  } finally {
    await rm(workshop.folder, { recursive: true, force: true });
  }
}

const workshopIn = (folder: string): Workshop => ({
  folder,
  archive: join(folder, 'archive'),
  packed: join(folder, 'packed'),
});

/** @returns undefined if another process uses the folder */
async function archiveUnused<Packed extends object>(
  folder: string,
  workshop: Workshop,
  packing: Packing<Packed>,
): Promise<(StoredContent & Packed) | undefined> {
  const lock = await lockFolder(folder, 'command');
  if (isHolder(lock)) return undefined;
  try {
    settle(folder);
    return await archiveOf(databaseIn(folder), folder, workshop, packing);
  } finally {
    await lock.release();
  }
}

async function archiveInUse<Packed extends object>(
  open: () => Promise<DataSource>,
  folder: string,
  workshop: Workshop,
  packing: Packing<Packed>,
): Promise<StoredContent & Packed> {
  const copy = join(workshop.folder, 'database');
  await copyInUse(await open(), folder, copy);
  return archiveOf(copy, folder, workshop, packing);
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
async function archiveOf<Packed extends object>(
  database: string,
  folder: string,
  { archive, packed }: Workshop,
  packing: Packing<Packed>,
): Promise<StoredContent & Packed> {
  const opened = await openPGlite(database).catch((error: unknown) => {
    throw cannotBeOpened(folder, error);
  });
  try {
    const content = await contentOf(opened);
    await writeArchive(opened, archive);
    return { ...content, ...(await packing.write(opened, archive, packed)) };
  } finally {
    await opened.close();
  }
}
