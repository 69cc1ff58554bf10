import { createHash } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import type { Digest } from './digest-stream.js';

/** Files are closed to other users of the machine. */
const FILE_MODE = 0o600;
/** The bytes that are flushed to the disk while more is written, so that the end does not wait for all of them. */
const FLUSH_BYTES = 8 * 1_048_576;

/**
 * A new file that is written once, from its start to its end, by its creator alone. Its digest is computed meanwhile.
 */
export class PartialFile {
  private readonly hash = createHash('sha256');
  private bytes = 0;
  private unflushed = 0;
  /** Fails as the disk did: the system reports a failure once. */
  private flushed: Promise<void> = Promise.resolve();
  private isFlushing = false;
  private isKept = false;

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
  ) {}

  static async create(path: string): Promise<PartialFile> {
    return new PartialFile(path, await open(path, 'wx', FILE_MODE));
  }

  /**
   * Gives it a second name, under which it replaces another file of the same file system. From then on it has two
   * links.
   */
  async linkAs(path: string): Promise<void> {
    const second = `${this.path}.link`;
    await link(this.path, second);
    try {
      await rename(second, path);
    } catch (error) {
      await rm(second);
      throw error;
    }
  }

  /** Appends parts, which are hashed while they are written. The next call waits for the end of this one. */
  async append(parts: readonly Buffer[]): Promise<void> {
    const writing = writeAll(this.file, parts, this.bytes);
    for (const part of parts) this.hash.update(part);
    const written = await writing;
    this.bytes += written;
    this.unflushed += written;
    if (this.unflushed >= FLUSH_BYTES) this.flush();
  }

  /** Removes all bytes. Nothing is appended afterwards, and it is not kept. */
  async undo(): Promise<void> {
    await this.file.truncate(0);
  }

  /** After the last bytes: the disk works while the request ends. */
  end(): Promise<void> {
    this.flush();
    return Promise.resolve();
  }

  /** Begins to flush what is written. */
  private flush(): void {
    if (this.isFlushing) return;
    this.isFlushing = true;
    this.unflushed = 0;
    this.flushed = this.flushed.then(() => this.file.datasync()).finally(() => (this.isFlushing = false));
    this.flushed.catch(() => undefined);
  }

  /** Flushes and closes it. It can be called once. @returns the digest of all its bytes */
  async close(): Promise<Digest> {
    await this.flushed;
    await this.file.sync();
    await this.file.close();
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }

  /** After {@link close}. */
  async moveTo(path: string): Promise<void> {
    await rename(this.path, path);
    this.isKept = true;
  }

  /** Removes the file, unless it is kept. No call of the others is under way. */
  async discard(): Promise<void> {
    if (this.isKept) return;
    await this.flushed.catch(() => undefined);
    // It may be closed.
    await this.file.close().catch(() => undefined);
    await rm(this.path, { force: true }).catch(() => undefined);
  }
}

/**
 * Writes all bytes of parts at a position of a file. A file system may take fewer in one call.
 * @returns their number
 */
export async function writeAll(file: FileHandle, parts: readonly Buffer[], position: number): Promise<number> {
  const { bytesWritten } = await file.writev(parts, position);
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten === bytes) return bytes;
  const rest = Buffer.concat(parts).subarray(bytesWritten);
  for (let at = 0; at < rest.length;) {
    at += (await file.write(rest, at, rest.length - at, position + bytesWritten + at)).bytesWritten;
  }
  return bytes;
}
