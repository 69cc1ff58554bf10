import { AsyncLocalStorage } from 'node:async_hooks';
import { open, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';

import { DigestStream } from '../store/digest-stream.js';
import { diskFailure } from '../store/disk-failures.js';
import { UploadRefused } from '../upload-refused.js';
import type { UploadsRepository } from '../uploads.repository.js';
import { PartWriter } from './part-writer.js';
import type { UploadCopy } from './upload-copy.js';

/** What a request brings of an upload. */
export interface ReceivedPart {
  /** Its SHA-256, if the client gives it. */
  readonly checksum: string | undefined;
  /** Undefined: none is made. */
  readonly copy: UploadCopy | undefined;
}

/**
 * The files into which tus writes the bytes of uploads. What is known of an upload is in its row, so that any node
 * with the same folder continues it: the offset is the size of the file.
 */
export class ReceivedFiles extends FileStore {
  /** The part of the present request. */
  private readonly parts = new AsyncLocalStorage<ReceivedPart>();

  constructor(
    private readonly folder: string,
    uploads: UploadsRepository,
    private readonly received: (bytes: number) => void,
  ) {
    super({
      directory: folder,
      configstore: {
        get: async (id) => {
          const row = await uploads.find(id);
          return row && new Upload({ id, size: row.bytes, offset: 0 });
        },
        set: () => Promise.resolve(),
        delete: () => Promise.resolve(),
      },
    });
    this.extensions = ['checksum', 'termination'];
  }

  pathOf(id: string): string {
    return join(this.folder, id);
  }

  /** Does work that writes this part. */
  withPart<Result>(part: ReceivedPart, work: () => Promise<Result>): Promise<Result> {
    return this.parts.run(part, work);
  }

  /**
   * As of FileStore. A part with a checksum is written as a whole, or not at all.
   * @throws UploadRefused `checksum_differs`; StoreUnavailable
   */
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    try {
      return await this.writeChecked(bytes, id, offset);
    } finally {
      // Of a part that was cut, what was written stays.
      const end = await stat(this.pathOf(id)).then(
        ({ size }) => size,
        () => offset,
      );
      this.received(Math.max(end - offset, 0));
    }
  }

  private async writeChecked(bytes: Readable, id: string, offset: number): Promise<number> {
    const expected = this.parts.getStore()?.checksum;
    if (!expected) return this.append(bytes, id, offset);
    const hashed = new DigestStream();
    // A failure of the source ends the file's stream too, which reports it.
    pipeline(bytes, hashed).catch(() => undefined);
    try {
      const end = await this.append(hashed, id, offset);
      if (hashed.digest().sha256 === expected) return end;
    } catch (error) {
      await truncate(this.pathOf(id), offset);
      throw error;
    }
    await truncate(this.pathOf(id), offset);
    throw new UploadRefused('checksum_differs', 'The bytes do not have the SHA-256 of Upload-Checksum.');
  }

  /**
   * In place of that of FileStore, whose writes are as small as the parts that arrive.
   * @throws StoreUnavailable if the file cannot be written; the error of the source
   */
  private async append(bytes: Readable, id: string, offset: number): Promise<number> {
    try {
      const file = new PartWriter(await open(this.pathOf(id), 'r+'), offset, this.parts.getStore()?.copy);
      await pipeline(bytes, file);
      return file.offset;
    } catch (error) {
      // What the network fails with has a call of the system too, which reads.
      throw (error as NodeJS.ErrnoException).syscall === 'read' ? error : diskFailure(error, this.folder);
    }
  }
}
