import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { Injectable } from '@nestjs/common';

import { fileKey } from '../uploads/file-keys.js';
import { ByteStores } from '../uploads/inventory/byte-stores.js';
import { FileListRepository } from '../uploads/inventory/file-list.repository.js';
import type { ListedFile } from '../uploads/inventory/file-list.repository.js';
import { FileMissing } from '../uploads/store/file-store.js';
import { UsersService } from '../users/users.service.js';

export interface ExportedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Files that were deleted meanwhile, or whose bytes the store has not. */
  readonly missing: number;
}

/** Only the owner of the folder reads it. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Copies the bytes of all files of one user into a folder. */
@Injectable()
export class UserFilesExport {
  constructor(
    private readonly users: UsersService,
    private readonly files: FileListRepository,
    private readonly stores: ByteStores,
  ) {}

  /**
   * Writes each file under its id, which the document of the export names, with the ending of its name. Replaces files
   * of an earlier export.
   * @param username also the name of the placeholder of a deleted user
   * @throws Refusal 4004
   * @throws ErrnoException if the folder cannot be written
   */
  async copy(username: string, folder: string): Promise<ExportedFiles> {
    const { id: userId } = await this.users.findAny(username);
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    let copied: ExportedFiles = { files: 0, bytes: 0, missing: 0 };
    for await (const page of this.files.stored(userId)) {
      for (const file of page) {
        copied = (await this.copyOne(file, folder))
          ? { ...copied, files: copied.files + 1, bytes: copied.bytes + file.bytes }
          : { ...copied, missing: copied.missing + 1 };
      }
    }
    return copied;
  }

  /** @returns false if the store has no such file */
  private async copyOne({ id, filename }: ListedFile, folder: string): Promise<boolean> {
    try {
      const bytes = await (await this.stores.files()).read(fileKey(id));
      await pipeline(bytes, createWriteStream(join(folder, `${id}${endingOf(filename)}`), { mode: FILE_MODE }));
      return true;
    } catch (error) {
      if (error instanceof FileMissing) return false;
      throw error;
    }
  }
}

/** Of a name that its author has chosen, only what is safe in every file system. */
const endingOf = (filename: string): string => /^\.[a-z0-9]{1,10}$/.exec(extname(filename).toLowerCase())?.[0] ?? '';
