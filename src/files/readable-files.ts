import { Injectable } from '@nestjs/common';

import { Config } from '../platform/config/config.js';
import { secondsLeft } from '../uploads/file-address.js';
import type { AddressSignature } from '../uploads/file-address.js';
import { UploadsRepository } from '../uploads/uploads.repository.js';
import type { Upload } from '../uploads/uploads.repository.js';
import { FileReadersRepository } from './file-readers.repository.js';

declare const brand: unique symbol;

/** A file that its reader may read now. Only {@link ReadableFiles} makes it, and the bytes are read with it alone. */
export interface ReadableFile {
  readonly [brand]: 'file.read';
  readonly upload: Upload;
  /** For how long the address is still valid. Undefined: the reader has a token. */
  readonly secondsLeft: number | undefined;
}

/** Decides who may read a file: the members of a room who see its message, the author before that, and nobody else. */
@Injectable()
export class ReadableFiles {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly readers: FileReadersRepository,
    private readonly config: Config,
  ) {}

  /** @returns undefined if there is no such file for the user */
  async byUser(userId: number, id: string): Promise<ReadableFile | undefined> {
    const upload = await this.uploads.find(id);
    if (upload?.state !== 'ready') return undefined;
    const { messageId, roomId } = upload;
    const mayRead =
      messageId && roomId ? await this.readers.mayRead(userId, roomId, messageId) : upload.userId === userId;
    return mayRead ? readable(upload) : undefined;
  }

  /** @returns undefined if the address is not, or no longer, valid */
  async byAddress(id: string, signature: AddressSignature): Promise<ReadableFile | undefined> {
    const upload = await this.uploads.find(id);
    if (upload?.state !== 'ready' || !upload.messageId) return undefined;
    const left = secondsLeft(upload, signature, this.config.uploads.urlSeconds);
    return left === undefined ? undefined : readable(upload, left);
  }
}

const readable = (upload: Upload, secondsLeftOfAddress?: number): ReadableFile =>
  ({ upload, secondsLeft: secondsLeftOfAddress }) as ReadableFile;
