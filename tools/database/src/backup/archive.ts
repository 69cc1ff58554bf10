import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';

import type { PGlite } from '@electric-sql/pglite';

import { migrationTime, NEWEST_MIGRATION } from '../../../../src/platform/database/migrations/all-migrations.js';
import { expectReleased } from '../../../../src/platform/database/migrations/expect-released.js';

/** Readable only by its owner, because it contains all messages. */
const OWNER_ALONE = 0o600;
/** A third of the processor time of the default, for a file that is 15 % larger. */
const COMPRESSION = { level: constants.Z_BEST_SPEED };

/**
 * Writes a database that no other process has open into a file, as a compressed tar of its folder, and flushes the file
 * to the disk.
 */
export async function writeArchive(database: PGlite, file: string): Promise<void> {
  const tar = await database.dumpDataDir('none');
  await pipeline(tar.stream(), createGzip(COMPRESSION), createWriteStream(file, { mode: OWNER_ALONE, flags: 'wx' }));
  const written = await open(file, 'r+');
  try {
    await written.sync();
  } finally {
    await written.close();
  }
}

/**
 * Reads the whole tar of a file.
 * @throws Error if the file cannot be read, is not compressed, or is truncated or damaged
 */
export function readArchive(file: string): Promise<Blob> {
  return pipeline(createReadStream(file), createGunzip(), async (tar) => new Blob([await buffer(tar)]));
}

/** The number of rows in a database, by which an operator recognises it. */
export interface StoredContent {
  readonly users: number;
  readonly rooms: number;
  readonly messages: number;
}

/**
 * Counts the rows of an embedded database of this version, or of an earlier one. Raw SQL, because the entities describe
 * the tables of this version only.
 * @throws Error if it is not a database of Parley, or of a newer version, or of a build of no release
 */
export async function contentOf(database: PGlite): Promise<StoredContent> {
  const applied = await database.query<{ name: string }>('SELECT name FROM migrations').catch(() => undefined);
  const names = applied?.rows.map(({ name }) => name) ?? [];
  if (names.length === 0) throw new Error('This is not a database of Parley.');
  if (names.some((name) => migrationTime(name) > NEWEST_MIGRATION))
    throw new Error('This is a database of a newer version of Parley.');
  expectReleased(names);
  const counted = await database.query<StoredContent>(
    `SELECT (SELECT count(*)::int FROM users WHERE deleted_at IS NULL) AS users,
       (SELECT count(*)::int FROM rooms) AS rooms, (SELECT count(*)::int FROM messages) AS messages`,
  );
  return counted.rows[0] ?? { users: 0, rooms: 0, messages: 0 };
}
