import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { QueryFailedError } from 'typeorm';
import type { DataSource } from 'typeorm';

/** Files of the write-ahead log, whose names ascend. */
const LOG = 'pg_wal';
const LOG_FILE = /^[0-9A-F]{24}$/;
/** A backup is in progress already. */
const OBJECT_NOT_IN_PREREQUISITE_STATE = '55000';

interface BackupStart {
  /** The file of the log at which its replay begins. */
  readonly firstLogFile: string;
}

interface BackupEnd {
  readonly lastLogFile: string;
  /** The content of the label file that the recovery of the copy needs. */
  readonly label: string;
}

/**
 * Copies the folder of the open embedded database by PostgreSQL's online backup: statements continue while the files
 * are copied, and their changes are recovered from the log when the copy is opened. The copy contains every commit
 * before the call. It is a consistent snapshot of the time when the last file other than those of the log has been
 * copied. Nothing removes files of the log meanwhile: the embedded database makes checkpoints only on request, and only
 * backups request them, one at a time. A copy whose log has a gap cannot be opened. Raw SQL, because TypeORM has no
 * backups.
 * @param source the open database; no other backup of it may be in progress
 * @param database its folder
 * @param copy a folder that does not exist yet
 */
export async function copyWhileOpen(source: DataSource, database: string, copy: string): Promise<void> {
  const { firstLogFile } = await start(source);
  await copyTree(database, copy, (path) => !path.startsWith(join(database, LOG, '/'))).catch(async (error: unknown) => {
    await stop(source);
    throw error;
  });
  const { lastLogFile, label } = await stop(source);
  await copyTree(
    join(database, LOG),
    join(copy, LOG),
    (_, name) => LOG_FILE.test(name) && name >= firstLogFile && name <= lastLogFile,
  );
  await writeFile(join(copy, 'backup_label'), label);
}

/** A killed command leaves the one session of the embedded database, which all clients share, in a backup. */
async function start(source: DataSource): Promise<BackupStart> {
  try {
    return await tryStart(source);
  } catch (error) {
    if (!isInBackup(error)) throw error;
    await stop(source);
    return tryStart(source);
  }
}

async function tryStart(source: DataSource): Promise<BackupStart> {
  const [row] = await source.query<[BackupStart]>(
    `SELECT pg_walfile_name(pg_backup_start('parley backup', fast => true)) AS "firstLogFile"`,
  );
  return row;
}

async function stop(source: DataSource): Promise<BackupEnd> {
  const [row] = await source.query<[BackupEnd]>(
    `SELECT pg_walfile_name(lsn) AS "lastLogFile", labelfile AS label FROM pg_backup_stop(wait_for_archive => false)`,
  );
  return row;
}

const isInBackup = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  (error.driverError as { code?: string }).code === OBJECT_NOT_IN_PREREQUISITE_STATE;

/** Files that are removed meanwhile are skipped: the log contains their removal. */
async function copyTree(from: string, to: string, isWanted: (path: string, name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await ignoringMissing(readdir(from, { withFileTypes: true }), [])) {
    const path = join(from, entry.name);
    if (!isWanted(path, entry.name)) continue;
    if (entry.isDirectory()) await copyTree(path, join(to, entry.name), isWanted);
    else if (entry.isFile()) await ignoringMissing(copyFile(path, join(to, entry.name)), undefined);
  }
}

async function ignoringMissing<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
