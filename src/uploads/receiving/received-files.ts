import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';

import { UploadRefused } from '../upload-refused.js';
import type { UploadsRepository } from '../uploads.repository.js';

/**
 * The files into which tus writes the bytes of uploads. What is known of an upload is in its row, so that any node
 * with the same folder continues it: the offset is the size of the file.
 */
export class ReceivedFiles extends FileStore {
  /** The SHA-256 that the part of the present request must have. */
  private readonly checksums = new AsyncLocalStorage<Buffer | undefined>();

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

  /** Does work whose part of a file must have this SHA-256. */
  withChecksum<Result>(checksum: Buffer | undefined, work: () => Promise<Result>): Promise<Result> {
    return this.checksums.run(checksum, work);
  }

  /**
   * As of FileStore. A part with a checksum is written as a whole, or not at all.
   * @throws UploadRefused `checksum_differs`
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
    const expected = this.checksums.getStore();
    if (!expected) return super.write(bytes, id, offset);
    const hash = createHash('sha256');
    const hashed = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    // A failure of the source ends the file's stream too, which reports it.
    pipeline(bytes, hashed).catch(() => undefined);
    try {
      const end = await super.write(hashed, id, offset);
      if (hash.digest().equals(expected)) return end;
    } catch (error) {
      await truncate(this.pathOf(id), offset);
      throw error;
    }
    await truncate(this.pathOf(id), offset);
    throw new UploadRefused('checksum_differs', 'The bytes do not have the SHA-256 of Upload-Checksum.');
  }
}
