import { Injectable } from '@nestjs/common';
import { isWithin } from '@parley/realtime/requests';
import type { LimitedToRooms } from '@parley/realtime/requests';

import type { Branded } from '../../platform/types/branded.js';
import { UploadSettings } from '../uploads/upload.settings.js';
import { isOfAvatar, secondsLeft } from '../uploads/file-address.js';
import type { AddressSignature } from '../uploads/file-address.js';
import { isAvatarKind } from '../uploads/upload.entity.js';
import { UploadsRepository } from '../uploads/uploads.repository.js';
import type { Upload } from '../uploads/uploads.repository.js';
import { FileReadersRepository } from './file-readers.repository.js';

/** A file that its reader may read now. Only {@link ReadableFiles} makes it, and the bytes are read with it alone. */
export interface ReadableFile extends Branded<'file.read'> {
  readonly upload: Upload;
  /** For how long the reader need not ask again: the address is still valid. Undefined: the reader has a token. */
  readonly secondsLeft: number | undefined;
}

/** A user with a token, which may be limited to rooms. */
export interface FileReader extends LimitedToRooms {
  readonly userId: number;
}

/** Whether a file is for a room that the token is for. A token that is limited to rooms has no files without one. */
export const isOfOwnRoom = (reader: LimitedToRooms, { roomId }: Pick<Upload, 'roomId'>): boolean =>
  isWithin(reader, roomId ?? '');

/** An avatar that is removed is not shown any more, and its bytes never change. */
const AVATAR_SECONDS = 86_400;

/**
 * Decides who may read a file: the members of a room who see its message, the author before that, and nobody else. An
 * avatar in use is read by every user, and by everybody who has its address, which cannot be guessed.
 */
@Injectable()
export class ReadableFiles {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly readers: FileReadersRepository,
    private readonly settings: UploadSettings,
  ) {}

  /** @returns undefined if there is no such file for the user */
  async byUser(reader: FileReader, id: string): Promise<ReadableFile | undefined> {
    const upload = await this.uploads.find(id);
    if (upload?.state !== 'ready') return undefined;
    return (await this.mayRead(reader, upload)) ? readable(upload) : undefined;
  }

  private async mayRead(reader: FileReader, upload: Upload): Promise<boolean> {
    const { userId } = reader;
    const { messageId, roomId } = upload;
    if (isUsedAvatar(upload)) return true;
    if (!isOfOwnRoom(reader, upload)) return false;
    return messageId && roomId ? this.readers.mayRead(userId, roomId, messageId) : upload.userId === userId;
  }

  /** @returns undefined if the address is not, or no longer, valid */
  async byAddress(id: string, signature: AddressSignature): Promise<ReadableFile | undefined> {
    const upload = await this.uploads.find(id);
    if (upload?.state !== 'ready') return undefined;
    if (isUsedAvatar(upload)) return isOfAvatar(upload, signature) ? readable(upload, AVATAR_SECONDS) : undefined;
    if (!upload.messageId) return undefined;
    const left = secondsLeft(upload, signature, this.settings.urlSeconds);
    return left === undefined ? undefined : readable(upload, left);
  }
}

const isUsedAvatar = ({ kind, expiresAt }: Upload): boolean => isAvatarKind(kind) && expiresAt === null;

const readable = (upload: Upload, secondsLeftOfAddress?: number): ReadableFile =>
  ({ upload, secondsLeft: secondsLeftOfAddress }) as ReadableFile;
