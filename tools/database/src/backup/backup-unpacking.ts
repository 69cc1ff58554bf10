import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import { extract } from 'tar-stream';
import type { Entry } from 'tar-stream';

import { uploadOfKey } from '../../../../src/features/uploads/file-keys.js';
import { DigestStream } from '../../../../src/features/uploads/store/digest-stream.js';
import type { FileStore } from '../../../../src/features/uploads/store/file-store.js';
import { DATABASE_ENTRY, DIGEST_ENTRY, digestLine } from './backup-entries.js';
import type { Unpacked, Unpacking } from './restore.js';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Reads the file of a backup: a tar with files and the archive of the database, or that archive alone, as versions
 * before 0.3 wrote it.
 */
export class BackupUnpacking implements Unpacking {
  /** @param openStore opens the store of files, which is needed only if the backup has any */
  constructor(private readonly openStore: () => Promise<FileStore>) {}

  async unpack(file: string, folder: string): Promise<Unpacked> {
    if (await isArchive(file)) return { database: file, putFiles: () => Promise.resolve(0) };
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: FOLDER_MODE });
    const staged = join(folder, 'files');
    await mkdir(staged, { mode: FOLDER_MODE });
    const database = join(folder, DATABASE_ENTRY);
    await unpackInto(file, staged, database);
    return { database, putFiles: () => this.putFiles(staged) };
  }

  /** A file that is in the store already has the same bytes. @returns the number of files without thumbnails */
  private async putFiles(staged: string): Promise<number> {
    let files = 0;
    let store: FileStore | undefined;
    for await (const { name } of await opendir(staged)) {
      const [key, path] = [keyOf(name), join(staged, name)];
      store ??= await this.openStore();
      await store.put(key, path);
      await rm(path);
      if (!name.includes('.')) files += 1;
    }
    return files;
  }
}

/** The name of a staged file: a key has no underscore. */
const nameOf = (key: string): string => key.replaceAll('/', '_');
const keyOf = (name: string): string => name.replaceAll('_', '/');

async function isArchive(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
    return buffer.equals(GZIP);
  } finally {
    await handle.close();
  }
}

/** @throws Error if the file is not a whole backup */
async function unpackInto(file: string, staged: string, database: string): Promise<void> {
  const entries = extract();
  const digest = createHash('sha256');
  let [isWhole, hasDatabase] = [false, false];
  const handle = async (entry: Entry): Promise<void> => {
    const { name } = entry.header;
    if (uploadOfKey(name) !== undefined)
      digest.update(digestLine(name, await written(entry, join(staged, nameOf(name)))));
    else if (name === DIGEST_ENTRY) isWhole = (await text(entry)) === digest.digest('hex');
    else if (name !== DATABASE_ENTRY) throw new Error('It is not a backup of Parley.');
    else {
      await written(entry, database);
      hasDatabase = true;
    }
  };
  const handled = (async () => {
    for await (const entry of entries) await handle(entry);
  })();
  await Promise.all([pipeline(createReadStream(file), entries), handled]);
  if (!hasDatabase) throw new Error('It has no database, or is cut off.');
  if (!isWhole) throw new Error('Files in it are damaged.');
}

/** @returns the SHA-256 of the bytes */
async function written(entry: Entry, path: string): Promise<string> {
  const digest = new DigestStream();
  await pipeline(entry, digest, createWriteStream(path, { mode: FILE_MODE, flags: 'wx' }));
  return digest.digest().sha256;
}
