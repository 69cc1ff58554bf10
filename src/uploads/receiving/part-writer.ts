import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';

import { writeAll } from '../store/write-all.js';
import type { UploadCopy } from './upload-copy.js';

type Done = (error?: Error | null) => void;

/** What is written at once: each write is a way to a thread of the pool and back, also for the copy. */
const WRITE_BYTES = 262_144;
/** Fewer bytes wait no longer. */
const HOLD_MS = 5;

/** Writes what arrives of an upload into its file, and into a copy of it. What has arrived is also written after a failure. */
export class PartWriter extends Writable {
  private position: number;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  /**
   * @param file is closed at the end
   * @param start the position of the first byte
   * @param copy whose failures do not end the upload
   */
  constructor(
    private readonly file: FileHandle,
    start: number,
    private readonly copy: UploadCopy | undefined,
  ) {
    super({ highWaterMark: WRITE_BYTES });
    this.position = start;
  }

  /** The end of what is written. */
  get offset(): number {
    return this.position;
  }

  override _write(part: Buffer, _: BufferEncoding, done: Done): void {
    this.held.push(part);
    this.heldBytes += part.length;
    if (this.heldBytes >= WRITE_BYTES) {
      this.writeHeld().then(() => {
        done();
      }, done);
      return;
    }
    this.timer ??= setTimeout(() => {
      this.writeHeld().catch((error: unknown) => this.destroy(error as Error));
    }, HOLD_MS);
    done();
  }

  override _final(done: Done): void {
    this.writeHeld().then(() => {
      // The disk works while the request ends.
      this.copy?.file?.flush();
      done();
    }, done);
  }

  override _destroy(error: Error | null, done: Done): void {
    this.close().then(
      () => {
        done(error);
      },
      (failure: unknown) => {
        done(error ?? (failure as Error));
      },
    );
  }

  private async close(): Promise<void> {
    try {
      await this.writeHeld();
    } finally {
      await this.file.close();
    }
  }

  /** After the write that is under way. */
  private writeHeld(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const written = this.writing.then(async () => {
      const { held, heldBytes } = this;
      [this.held, this.heldBytes] = [[], 0];
      if (heldBytes === 0) return;
      await Promise.all([writeAll(this.file, held, this.position), this.copy?.append(held)]);
      this.position += heldBytes;
    });
    this.writing = written.catch(() => undefined);
    return written;
  }
}
