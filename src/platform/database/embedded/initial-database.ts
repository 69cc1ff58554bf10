import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { packageRoot, versionIn } from '../../package/package-info.js';
import { identify } from './system-identifier.js';

/** The folder of the archive, and of the program that makes it. */
const FOLDER = join(packageRoot, 'bin/initdb');

/** More than the archive unpacked: one chunk is less work than many. */
const UNPACKED_BYTES = 10 * 1_048_576;

/**
 * A file or folder of the archive. The archive is a list of these in one line, then the contents, compressed with gzip.
 * Reading it takes a quarter of the processor time that a stream of tar with Brotli took, at each first start.
 */
export interface Archived {
  readonly name: string;
  /** Where its content begins after the line, and its length; a folder has none. Equal files have one content. */
  readonly content?: readonly [begin: number, bytes: number];
}

/** A file of the write-ahead log. In a new database nearly all of it is zeros, which the archive leaves out. */
export const isWalSegment = (name: string): boolean => /^pg_wal\/[0-9A-F]{24}$/.test(name);
const WAL_SEGMENT_BYTES = 16 * 1_048_576;

/** The version of PGlite that is installed. */
const pgliteVersion = (): string =>
  versionIn(join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), '../package.json'));

/**
 * The file with the folder of a new database, as `initdb` of the installed PGlite makes it. It is kept because `initdb`
 * in WebAssembly takes seconds. It may not exist for another version of PGlite than that of the lock file.
 */
export const initialArchive = (): string => join(FOLDER, `pglite-${pgliteVersion()}.gz`);

/**
 * Writes the folder of a new database, with a system identifier of its own.
 * @param folder must not exist
 * @returns whether it has; otherwise the archive is of another version of PGlite, and `initdb` has to make the folder
 * @throws Error if the folder cannot be written, or the archive is damaged
 */
export function unpackInitialDatabase(folder: string): boolean {
  const archive = initialArchive();
  if (!existsSync(archive)) return false;
  const unpacked = gunzipSync(readFileSync(archive), { chunkSize: UNPACKED_BYTES });
  const line = unpacked.indexOf('\n');
  const contents = unpacked.subarray(line + 1);
  mkdirSync(folder);
  for (const { name, content } of JSON.parse(unpacked.toString('utf8', 0, line)) as Archived[]) {
    const path = join(folder, name);
    if (!content) mkdirSync(path);
    else write(contents, content, path, isWalSegment(name) ? WAL_SEGMENT_BYTES : undefined);
  }
  identify(folder, newSystemIdentifier());
  return true;
}

/** @param size of the file, which ends with zeros; by default that of its content */
function write(contents: Buffer, [begin, bytes]: readonly [number, number], path: string, size?: number): void {
  const file = openSync(path, 'wx');
  try {
    for (let done = 0; done < bytes;) done += writeSync(file, contents, begin + done, bytes - done);
    if (size !== undefined) ftruncateSync(file, size);
  } finally {
    closeSync(file);
  }
}

/** The seconds since 1970 are its upper half, as in PostgreSQL; the lower half is random. */
const newSystemIdentifier = (): bigint =>
  (BigInt(Math.floor(Date.now() / 1_000)) << 32n) | BigInt(randomBytes(4).readUInt32LE());
