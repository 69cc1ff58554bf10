import { createHash, randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

import { CannotStart } from '../../../platform/config/config.js';
import { expectUsable } from '../../../platform/config/folder-access.js';
import type { Digest } from './digest-stream.js';
import { PART_BYTES, partsOf } from './file-parts.js';
import { assertKey, assertRange, FileMissing, FileStore, StoreUnavailable } from './file-store.js';
import type { ByteRange, StoredFile } from './file-store.js';
import { PartialFile } from './partial-file.js';

/** Folders are closed to other users of the machine. */
const FOLDER_MODE = 0o700;
/** The folder of files that are being written. No sub-folder of keys has this name. */
const PARTIAL = 'partial';
/** No write takes as long: an older partial file is of a process that was killed. */
const ABANDONED_MS = 86_400_000;
/**
 * A part of a copy: each costs two ways to a thread of the pool and back, and delays everything else while it is
 * hashed.
 */
const COPY_BYTES = 524_288;

const isCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

/**
 * Files in a folder of this machine, or of a file system that several machines share. A file is written beside the
 * others, flushed to the disk and then renamed, so that a crash leaves the former file or the new one.
 */
export class DiskStore extends FileStore {
  private constructor(private readonly folder: string) {
    super();
  }

  /**
   * Creates the folder if it does not exist, and removes the partial files of processes that were killed.
   * @throws CannotStart if the folder, or one in it, cannot be written
   */
  static async open(folder: string): Promise<DiskStore> {
    const store = new DiskStore(folder);
    try {
      for (const each of [folder, join(folder, PARTIAL)]) {
        await makeFolder(each);
        accessSync(each, constants.R_OK | constants.W_OK | constants.X_OK);
      }
      expectUsable(folder, 'read and write', () => false);
      await store.removeAbandoned();
    } catch (error) {
      if (error instanceof CannotStart) throw error;
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      throw new CannotStart(`The folder of files ${folder} cannot be written (${code}): set DATA_DIR.`);
    }
    return store;
  }

  override async put(key: string, path: string, begun?: PartialFile): Promise<Digest> {
    const target = this.pathOf(key);
    return begun ? this.guarded(() => this.keep(target, begun)) : this.putCopy(target, path);
  }

  override async begin(id: string, path: string): Promise<PartialFile> {
    const partial = await PartialFile.create(join(this.folder, PARTIAL, `${id}.${randomUUID()}`));
    try {
      await partial.linkAs(path);
      return partial;
    } catch (error) {
      await partial.discard();
      throw error;
    }
  }

  override async removeBegun(ids: readonly string[]): Promise<void> {
    const uploads = new Set(ids);
    await this.guarded(async () => {
      for (const name of await readdir(join(this.folder, PARTIAL))) {
        const [id = ''] = name.split('.');
        if (uploads.has(id)) await rm(join(this.folder, PARTIAL, name), { force: true });
      }
    });
  }

  override async read(key: string, range?: ByteRange): Promise<Readable> {
    const { file } = await this.opened(key, range);
    return file.createReadStream({ ...range, highWaterMark: PART_BYTES });
  }

  override async parts(key: string, range?: ByteRange): Promise<AsyncIterable<Buffer>> {
    const { file, size } = await this.opened(key, range);
    return partsOf(file, { start: range?.start ?? 0, end: Math.min(range?.end ?? size, size - 1) });
  }

  private async opened(key: string, range?: ByteRange): Promise<{ readonly file: FileHandle; readonly size: number }> {
    const path = this.pathOf(key);
    if (range) assertRange(range);
    return this.guarded(async () => {
      const file = await open(path).catch((error: unknown) => {
        throw isCode(error, 'ENOENT') ? new FileMissing() : error;
      });
      const { size } = await file.stat();
      if (!range || range.start < size) return { file, size };
      await file.close();
      throw new RangeError('The file ends before the range.');
    });
  }

  override async size(key: string): Promise<number | undefined> {
    const path = this.pathOf(key);
    return this.guarded(async () => (await existing(stat(path)))?.size);
  }

  override async remove(keys: readonly string[]): Promise<void> {
    const paths = keys.map((key) => this.pathOf(key));
    await this.guarded(async () => {
      for (const path of paths) await rm(path, { force: true });
      // So that a removed file does not return after a power failure.
      for (const shard of new Set(paths.map(dirname))) await existing(flushFolder(shard));
    });
  }

  override async *list(prefix: string): AsyncGenerator<StoredFile> {
    const shards = await this.guarded(() => readdir(this.folder));
    for (const shard of shards.filter((name) => name !== PARTIAL)) {
      const names = (await this.guarded(() => existing(readdir(join(this.folder, shard))))) ?? [];
      for (const name of names) {
        const key = name.replaceAll('_', '/');
        if (!key.startsWith(prefix)) continue;
        const found = await this.guarded(() => existing(stat(join(this.folder, shard, name))));
        if (found) yield { key, bytes: found.size, modifiedAt: found.mtime };
      }
    }
  }

  /**
   * One of 4,096 sub-folders, and in it a name of its own, because a key has no underscore.
   * @throws TypeError if it is not a key
   */
  private pathOf(key: string): string {
    assertKey(key);
    const shard = createHash('sha256').update(key).digest('hex').slice(0, 3);
    return join(this.folder, shard, key.replaceAll('/', '_'));
  }

  private async putCopy(target: string, path: string): Promise<Digest> {
    const source = await open(path);
    try {
      return await this.guarded(async () => {
        const partial = await PartialFile.create(join(this.folder, PARTIAL, randomUUID()));
        try {
          await copy(source, partial);
          return await this.keep(target, partial);
        } finally {
          await partial.discard();
        }
      });
    } finally {
      await source.close();
    }
  }

  private async keep(target: string, partial: PartialFile): Promise<Digest> {
    // The disk flushes both at the same time.
    const shard = this.makeShard(dirname(target));
    shard.catch(() => undefined);
    const digest = await partial.close();
    await shard;
    await partial.moveTo(target);
    await flushFolder(dirname(target));
    return digest;
  }

  private async makeShard(shard: string): Promise<void> {
    if (await makeFolder(shard)) await flushFolder(this.folder);
  }

  /** @throws StoreUnavailable in place of an error of the file system */
  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw diskFailure(error, this.folder);
    }
  }

  private async removeAbandoned(): Promise<void> {
    const partials = join(this.folder, PARTIAL);
    for (const name of await readdir(partials)) {
      const path = join(partials, name);
      const found = await existing(stat(path));
      if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
    }
  }
}

/** @returns undefined if there is no such file or folder */
async function existing<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** @returns whether it is new */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: FOLDER_MODE });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** One buffer serves all parts: streams take twice the time, most of it for new buffers. */
async function copy(source: FileHandle, target: PartialFile): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(COPY_BYTES);
  for (let part = await partOf(source, buffer); part.length > 0; part = await partOf(source, buffer)) {
    await target.append([part]);
  }
}

/** @returns the next bytes, as many as the buffer has space for; none at the end */
async function partOf(source: FileHandle, buffer: Buffer): Promise<Buffer> {
  const { bytesRead } = await source.read(buffer, 0, buffer.length);
  return buffer.subarray(0, bytesRead);
}

/** Makes the names of a folder last through a power failure. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const NO_SPACE: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/**
 * An error of the file system as a failure of the store.
 * @param folder that could not be used
 * @returns any other error as it is
 */
export function diskFailure(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const fault = NO_SPACE.includes(code) ? 'has no space for a file' : 'cannot be used';
  return new StoreUnavailable(`The folder of files ${folder} ${fault} (${code}).`, { cause: error });
}
