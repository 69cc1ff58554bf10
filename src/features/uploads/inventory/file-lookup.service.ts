import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import { isUUID } from 'class-validator';

import { fileKey, thumbnailKey } from '../file-keys.js';
import { ByteStores } from './byte-stores.js';
import { FileListRepository } from './file-list.repository.js';
import type { ListedFile } from './file-list.repository.js';

/** A file, and whether its bytes are stored. */
export interface FileDetail extends ListedFile {
  /** Null: they are not. */
  readonly stored_bytes: number | null;
  readonly stored_thumbnail_bytes: number | null;
}

/** Finds a file with its bytes, for operators and administrators. */
@Injectable()
export class FileLookupService {
  constructor(
    private readonly files: FileListRepository,
    private readonly stores: ByteStores,
  ) {}

  /** @throws Refusal 4004 */
  async show(id: string): Promise<FileDetail> {
    const file = isUUID(id) ? await this.files.find(id) : undefined;
    if (!file) throw notFound(`No such file: ${id}.`);
    const store = await this.stores.files();
    return {
      ...file,
      stored_bytes: (await store.size(fileKey(file.id))) ?? null,
      stored_thumbnail_bytes: (await store.size(thumbnailKey(file.id))) ?? null,
    };
  }
}
