import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import type { Digest } from './digest-stream.js';
import { writeAll } from './write-all.js';

/** Files are closed to other users of the machine. */
const FILE_MODE = 0o600;
/** What is flushed to the disk while more is written, so that the end does not wait for all of it. */
const FLUSH_BYTES = 8 * 1_048_576;

/** A new file that is written once, from its start to its end, by its creator alone. Its digest is computed meanwhile. */
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

  /** Appends parts, which are hashed while they are written. The next call waits for the end of this one. */
  async append(parts: readonly Buffer[]): Promise<void> {
    const writing = writeAll(this.file, parts, this.bytes);
    for (const part of parts) {
      this.hash.update(part);
      this.bytes += part.length;
      this.unflushed += part.length;
    }
    await writing;
    if (this.unflushed >= FLUSH_BYTES) this.flush();
  }

  /** Begins to flush what is written. */
  flush(): void {
    if (this.isFlushing) return;
    this.isFlushing = true;
    this.unflushed = 0;
    this.flushed = this.flushed.then(() => this.file.datasync()).finally(() => (this.isFlushing = false));
    this.flushed.catch(() => undefined);
  }

  /**
   * Flushes and closes the file, and moves it. It can be called once.
   * @param move is given the path
   */
  async keep(move: (path: string) => Promise<void>): Promise<Digest> {
    await this.flushed;
    await this.file.sync();
    await this.file.close();
    await move(this.path);
    this.isKept = true;
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
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
