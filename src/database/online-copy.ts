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
  /** The file of the log with which its replay begins. */
  readonly firstLogFile: string;
}

interface BackupEnd {
  readonly lastLogFile: string;
  /** What the copy needs in order to be recovered from where the backup began. */
  readonly label: string;
}

/**
 * Copies the folder of the open embedded database by PostgreSQL's own protocol for online backups: while the files are
 * copied, statements go on, and what they change is repaired from the log when the copy is opened. The copy has
 * everything that was committed before the call, and it is of one moment, which is when the last file but those of the
 * log has been copied. Nothing removes files of the log meanwhile: the embedded database makes checkpoints only when it
 * is asked, and only backups ask, of which there is one at a time. A copy whose log has a gap cannot be opened.
 * @param source the open database; another backup of it must not be under way
 * @param database its folder
 * @param copy a folder that is not there yet
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

/** A command that was killed leaves the session of the embedded database, which all clients share, in a backup. */
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

/** Files that are removed meanwhile are left out: the log says that they are gone. */
async function copyTree(from: string, to: string, isWanted: (path: string, name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await ignoringGone(readdir(from, { withFileTypes: true }), [])) {
    const path = join(from, entry.name);
    if (!isWanted(path, entry.name)) continue;
    if (entry.isDirectory()) await copyTree(path, join(to, entry.name), isWanted);
    else if (entry.isFile()) await ignoringGone(copyFile(path, join(to, entry.name)), undefined);
  }
}

async function ignoringGone<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
