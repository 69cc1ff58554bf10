import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import type { DataSource } from 'typeorm';

import { CannotStart, dataFolder } from '../config/index.js';
import { writeArchive } from './archive.js';
import { databaseIn, hasDatabase } from './database-folder.js';
import { openPGlite } from './pglite.js';
import { contentOf } from './stored-content.js';
import type { StoredContent } from './stored-content.js';

/** @throws CannotStart where there is nothing to back up yet: a command that opens the database would make one */
export function hasSomethingToBackUp(dataDir: string): void {
  const folder = dataFolder(dataDir);
  if (!hasDatabase(folder)) throw new CannotStart(`There is no database in the data folder ${folder}: set DATA_DIR.`);
}

/**
 * Writes the embedded database, as it is at one moment, into one file, whoever is using it. Until that is whole the file
 * is what it was before. It can be restored: it is made of a copy that has been opened.
 * @param source the open database
 * @param dataDir its data folder
 * @throws CannotStart where the file cannot be written
 */
export async function backUp(source: DataSource, dataDir: string, file: string): Promise<StoredContent> {
  const target = resolve(file);
  const workshop = await mkdtemp(join(dirname(target), `${basename(target)}.partial-`)).catch((error: unknown) => {
    throw new CannotStart(`The file ${target} cannot be written: ${(error as Error).message}`);
  });
  try {
    const copy = join(workshop, 'database');
    await copyAtOneMoment(source, databaseIn(dataFolder(dataDir)), copy);
    const archive = join(workshop, 'archive');
    const content = await archiveOf(copy, archive);
    await rename(archive, target);
    return content;
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/**
 * In a transaction the embedded database is nobody else's: its clients take turns, and it does nothing by itself. So
 * while the files are copied none of them changes, and after a checkpoint little is left to be recovered from its log.
 */
async function copyAtOneMoment(source: DataSource, database: string, copy: string): Promise<void> {
  const session = source.createQueryRunner();
  try {
    await session.startTransaction();
    await session.query('CHECKPOINT');
    await cp(database, copy, { recursive: true });
    await session.rollbackTransaction();
  } finally {
    await session.release();
  }
}

/** As after a power cut, the copy is opened, and whatever had been committed is in it. */
async function archiveOf(copy: string, archive: string): Promise<StoredContent> {
  const database = await openPGlite(copy);
  try {
    const content = await contentOf(database);
    await writeArchive(database, archive);
    return content;
  } finally {
    await database.close();
  }
}
