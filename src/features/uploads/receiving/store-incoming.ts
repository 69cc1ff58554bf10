import { join } from 'node:path';

import type { UploadTarget } from '@parley/protocol';

import type { WorkFolder } from '../checking/work-folder.js';
import { FileMissing, FileTooLarge } from '../store/file-store.js';
import type { DirectUploads, FileStore, StoredFile } from '../store/file-store.js';
import { UploadRefused } from '../upload-refused.js';
import type { Upload } from '../uploads.repository.js';
import { Incoming } from './incoming.js';

/** Not that of checked files: the address of the PUT stays valid after the check. */
const FOLDER = 'incoming/';
const incomingKey = (id: string): string => `${FOLDER}${id}`;

/** The address of a PUT is signed: nobody can take it back. */
const ADDRESS_SECONDS = 900;
/** A PUT that has begun in time may take so long: 25 MiB at 50 KB/s. */
const LONGEST_PUT_SECONDS = 600;

/** The bytes of uploads arrive at the store itself, by one PUT of the client. */
export class StoreIncoming extends Incoming {
  override readonly openSeconds = ADDRESS_SECONDS + LONGEST_PUT_SECONDS;

  constructor(
    private readonly store: FileStore,
    private readonly direct: DirectUploads,
    private readonly folders: WorkFolder,
  ) {
    super();
  }

  override async open(
    { id, bytes, mimeType }: Pick<Upload, 'id' | 'bytes' | 'mimeType'>,
    most: number,
  ): Promise<UploadTarget> {
    const seconds = Math.min(most, ADDRESS_SECONDS);
    return { protocol: 'put', ...(await this.direct.presignedPut(incomingKey(id), { bytes, mimeType, seconds })) };
  }

  override received(id: string): Promise<number | undefined> {
    return this.store.size(incomingKey(id));
  }

  override withFile<Result>(upload: Upload, work: (path: string) => Promise<Result>): Promise<Result> {
    return this.folders.use(async (folder) => {
      const path = join(folder, 'upload');
      await this.copy(upload, path);
      return work(path);
    });
  }

  override async *list(): AsyncGenerator<StoredFile> {
    for await (const file of this.store.list(FOLDER)) yield { ...file, key: file.key.slice(FOLDER.length) };
  }

  override remove(ids: readonly string[]): Promise<void> {
    return this.store.remove(ids.map(incomingKey));
  }

  private async copy({ id, bytes }: Upload, path: string): Promise<void> {
    try {
      await this.direct.copyTo(incomingKey(id), path, bytes);
    } catch (error) {
      if (error instanceof FileMissing) throw new UploadRefused('incomplete', 'The bytes have not arrived.');
      if (!(error instanceof FileTooLarge)) throw error;
      throw new UploadRefused('bytes_differ', `The file must have ${String(bytes)} bytes.`);
    }
  }
}
