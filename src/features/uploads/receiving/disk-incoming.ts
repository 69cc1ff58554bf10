import { opendir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { UploadTarget } from '@parley/protocol';

import type { StoredFile } from '../store/file-store.js';
import { UploadRefused } from '../upload-refused.js';
import type { Upload, UploadsRepository } from '../uploads.repository.js';
import { SEPARATE } from './continued-file.js';
import { Incoming } from './incoming.js';
import { ReceivedFiles } from './received-files.js';

/** The bytes of uploads arrive at the service, in a folder that all nodes share. */
export class DiskIncoming extends Incoming {
  /** @param folder exists */
  constructor(private readonly folder: string) {
    super();
  }

  /**
   * For the tus server.
   * @param received counts bytes that were written
   */
  files(uploads: UploadsRepository, received: (bytes: number) => void): ReceivedFiles {
    return new ReceivedFiles(this.folder, uploads, received);
  }

  override async open({ id }: Pick<Upload, 'id'>): Promise<UploadTarget> {
    await writeFile(this.pathOf(id), '', { flag: 'wx', mode: 0o600 });
    return { protocol: 'tus', url: `/api/uploads/${id}` };
  }

  override async received(id: string): Promise<number | undefined> {
    return (await existing(stat(this.pathOf(id))))?.size;
  }

  override async *list(): AsyncGenerator<StoredFile> {
    for await (const entry of (await existing(opendir(this.folder))) ?? []) {
      const found = UPLOAD_ID.test(entry.name) ? await existing(stat(this.pathOf(entry.name))) : undefined;
      if (found) yield { key: entry.name, bytes: found.size, modifiedAt: found.mtime };
    }
  }

  override async withFile<Result>({ id }: Upload, work: (path: string) => Promise<Result>): Promise<Result> {
    if ((await this.received(id)) === undefined) throw new UploadRefused('gone', 'No such upload.');
    return work(this.pathOf(id));
  }

  override async remove(ids: readonly string[]): Promise<void> {
    for (const path of ids.map((id) => this.pathOf(id))) {
      await rm(path, { force: true });
      await rm(path + SEPARATE, { force: true });
    }
  }

  private pathOf(id: string): string {
    return join(this.folder, id);
  }
}

/** The name of a file. */
const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @returns undefined if there is no such file or folder */
async function existing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
