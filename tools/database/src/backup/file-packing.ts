import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { PGlite } from '@electric-sql/pglite';
import { pack } from 'tar-stream';
import type { Pack } from 'tar-stream';

import { fileKey, thumbnailKey } from '../../../../src/features/uploads/file-keys.js';
import { FileMissing } from '../../../../src/features/uploads/store/file-store.js';
import type { FileStore } from '../../../../src/features/uploads/store/file-store.js';
import { DATABASE_ENTRY, DIGEST_ENTRY, digestLine } from './backup-entries.js';
import type { Packing } from './backup.js';

export interface PackedFiles {
  readonly files: number;
  readonly file_bytes: number;
  /** Files that were deleted after the database was copied, or whose bytes the store has not. */
  readonly files_missing: number;
}

interface StoredFile {
  readonly id: string;
  readonly has_thumbnail: boolean;
}

const FILE_MODE = 0o600;
const PAGE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Writes the file of a backup: a tar of the files that the rows of the database name, then a digest of them all, then
 * the archive of the database, without which the file is no backup. A file never changes under its id, so that those
 * that are read after the database was copied are those of its rows.
 */
export class FilePacking implements Packing<PackedFiles> {
  private packed: PackedFiles = { files: 0, file_bytes: 0, files_missing: 0 };
  private readonly digest: Hash = createHash('sha256');
  private readonly tar: Pack = pack();

  /** @param store undefined: the files are not on this machine, and have a backup of their own */
  constructor(private readonly store: FileStore | undefined) {}

  async write(database: PGlite, archive: string, into: string): Promise<PackedFiles> {
    const target = createWriteStream(into, { mode: FILE_MODE, flags: 'wx', flush: true });
    const fill = this.fill(database, archive).catch((error: unknown) => {
      this.tar.destroy(error as Error);
      throw error;
    });
    await Promise.all([fill, pipeline(Readable.from(this.tar), target)]);
    return this.packed;
  }

  private async fill(database: PGlite, archive: string): Promise<void> {
    if (this.store) {
      for await (const file of storedFiles(database)) await this.addFile(this.store, file);
    }
    await this.add(DIGEST_ENTRY, Readable.from([Buffer.from(this.digest.digest('hex'))]), 64);
    await this.add(DATABASE_ENTRY, createReadStream(archive), (await stat(archive)).size);
    this.tar.finalize();
  }

  private async addFile(store: FileStore, { id, has_thumbnail }: StoredFile): Promise<void> {
    const bytes = await this.addStored(store, fileKey(id));
    const { files, file_bytes, files_missing } = this.packed;
    if (bytes === undefined) {
      this.packed = { ...this.packed, files_missing: files_missing + 1 };
      return;
    }
    if (has_thumbnail) await this.addStored(store, thumbnailKey(id));
    this.packed = { files: files + 1, file_bytes: file_bytes + bytes, files_missing };
  }

  /** @returns its bytes; undefined: there is no such key */
  private async addStored(store: FileStore, key: string): Promise<number | undefined> {
    const size = await store.size(key);
    if (size === undefined) return undefined;
    try {
      this.digest.update(digestLine(key, await this.add(key, await store.read(key), size)));
      return size;
    } catch (error) {
      if (error instanceof FileMissing) return undefined;
      throw error;
    }
  }

  /** @returns the SHA-256 of the bytes */
  private async add(name: string, bytes: Readable, size: number): Promise<string> {
    const hash = createHash('sha256');
    const entry = this.tar.entry({ name, size, mode: FILE_MODE });
    const written = once(entry, 'close');
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      hash.update(chunk);
      if (!entry.write(chunk)) await once(entry, 'drain');
    }
    entry.end();
    await written;
    return hash.digest('hex');
  }
}

/** A database of a version without files has none. */
async function* storedFiles(database: PGlite): AsyncGenerator<StoredFile> {
  const { rows } = await database.query<{ has: boolean }>("SELECT to_regclass('uploads') IS NOT NULL AS has");
  if (rows[0]?.has !== true) return;
  for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
    const page: { readonly rows: StoredFile[] } = await database.query<StoredFile>(STORED, [after]);
    yield* page.rows;
    after = page.rows.length < PAGE ? undefined : page.rows.at(-1)?.id;
  }
}

const STORED = `
  SELECT id, has_thumbnail FROM uploads WHERE state IN ('ready', 'pending') AND id > $1 ORDER BY id LIMIT ${String(PAGE)}`;
