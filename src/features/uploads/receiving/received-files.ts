import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';

import { DigestStream } from '../store/digest-stream.js';
import { diskFailure } from '../store/disk-store.js';
import { UploadRefused } from '../upload-refused.js';
import type { UploadsRepository } from '../uploads.repository.js';
import { ContinuedFile } from './continued-file.js';
import { PartWriter } from './part-writer.js';
import type { AppendedFile } from './part-writer.js';
import type { WholeUpload } from './whole-upload.js';

/** The properties of a request that brings bytes of an upload. */
export interface ReceivedPart {
  /** Its SHA-256, if the client gives it. */
  readonly checksum: string | undefined;
  /** Undefined: the request does not bring all bytes, or gives a checksum. */
  readonly whole: WholeUpload | undefined;
}

/**
 * The files into which tus writes the bytes of uploads. The state of an upload is in its row, so that any node with the
 * same folder continues it: the offset is the size of the file.
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
   * In place of that of FileStore, whose writes are as small as the parts that arrive. A part with a checksum is
   * written as a whole, or not at all. Of any other part that was cut, what has arrived stays.
   * @throws UploadRefused `checksum_differs`; StoreUnavailable if the file cannot be written; the error of the source
   */
  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const { checksum, whole } = this.parts.getStore() ?? {};
    try {
      const path = this.pathOf(id);
      const file = (await whole?.begin(path)) ?? (await ContinuedFile.open(path, offset));
      const writer = new PartWriter(file);
      if (checksum === undefined) {
        await this.append(writer, file, whole ? whole.pipe(writer, bytes) : pipeline(bytes, writer));
      } else {
        await this.append(writer, file, pipeChecked(bytes, writer, checksum), () => file.undo());
      }
      return offset + writer.written;
    } catch (error) {
      // An error of the network has a `syscall` too, which is `read`.
      throw (error as NodeJS.ErrnoException).syscall === 'read' ? error : diskFailure(error, this.folder);
    }
  }

  /** @param undo what is done if the bytes do not arrive as a whole; by default those that have arrived stay */
  private async append(
    writer: PartWriter,
    file: AppendedFile,
    arrival: Promise<void>,
    undo?: () => Promise<void>,
  ): Promise<void> {
    try {
      await arrival;
      this.received(writer.written);
    } catch (error) {
      await writer.settled();
      if (undo) await undo();
      else this.received(writer.written);
      throw error;
    } finally {
      await file.end();
    }
  }
}

/** @throws UploadRefused `checksum_differs` */
async function pipeChecked(bytes: Readable, writer: PartWriter, checksum: string): Promise<void> {
  const digest = new DigestStream();
  await pipeline(bytes, digest, writer);
  if (digest.digest().sha256 === checksum) return;
  throw new UploadRefused('checksum_differs', 'The bytes do not have the SHA-256 of Upload-Checksum.');
}
