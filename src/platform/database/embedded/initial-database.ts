import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { extract } from 'tar-stream';
import type { Entry } from 'tar-stream';

import { packageRoot, versionIn } from '../../package/package-info.js';
import { identify } from './system-identifier.js';

/** The folder of the archive, and of the program that makes it. */
const FOLDER = join(packageRoot, 'bin/initdb');

/** More than the archive unpacked: one chunk is less work than many. */
const UNPACKED_BYTES = 16 * 1_048_576;

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
export const initialArchive = (): string => join(FOLDER, `pglite-${pgliteVersion()}.tar.br`);

/**
 * Writes the folder of a new database, with a system identifier of its own.
 * @param folder must not exist
 * @returns whether it has; otherwise the archive is of another version of PGlite, and `initdb` has to make the folder
 * @throws Error if the folder cannot be written, or the archive is damaged
 */
export async function unpackInitialDatabase(folder: string): Promise<boolean> {
  const archive = initialArchive();
  if (!existsSync(archive)) return false;
  mkdirSync(folder);
  const tar = extract();
  tar.end(brotliDecompressSync(readFileSync(archive), { chunkSize: UNPACKED_BYTES }));
  for await (const entry of tar) {
    const { name, type, linkname } = entry.header;
    const path = join(folder, name);
    if (type === 'directory') mkdirSync(path, { recursive: true });
    else if (type === 'link' && typeof linkname === 'string') copyFileSync(join(folder, linkname), path);
    else await write(entry, path, isWalSegment(name) ? WAL_SEGMENT_BYTES : undefined);
    entry.resume();
  }
  identify(folder, newSystemIdentifier());
  return true;
}

/** @param bytes the size of the file, which ends with zeros; by default that of the entry */
async function write(entry: Entry, path: string, bytes?: number): Promise<void> {
  const file = openSync(path, 'wx');
  try {
    for await (const chunk of entry) writeSync(file, chunk);
    if (bytes !== undefined) ftruncateSync(file, bytes);
  } finally {
    closeSync(file);
  }
}

/** The seconds since 1970 are its upper half, as in PostgreSQL; the lower half is random. */
const newSystemIdentifier = (): bigint =>
  (BigInt(Math.floor(Date.now() / 1_000)) << 32n) | BigInt(randomBytes(4).readUInt32LE());
