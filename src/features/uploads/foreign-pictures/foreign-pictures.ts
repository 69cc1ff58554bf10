import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { Injectable } from '@nestjs/common';

import { FileCheck } from '../checking/file-check.js';
import type { FileToStore } from '../checking/file-check.js';
import { WorkFolder } from '../checking/work-folder.js';
import { newSignedFile } from '../file-address.js';
import { fileKey, thumbnailKey } from '../file-keys.js';
import { ScanFailed, ScannerAway } from '../scanning/scanner.js';
import { WatchedScanner } from '../scanning/watched-scanner.js';
import { digestOf } from '../store/digest-stream.js';
import type { Digest } from '../store/digest-stream.js';
import { FileStore } from '../store/file-store.js';
import { typeOfBytes } from '../types/type-of-bytes.js';
import type { UploadPlace } from '../upload-grant.js';
import { UploadRefused } from '../upload-refused.js';
import { UploadsRepository } from '../uploads.repository.js';
import type { Upload } from '../uploads.repository.js';
import { THUMBNAIL_SIDE } from '../pictures/picture-job.js';
import { ForeignPicturesRepository } from './foreign-pictures.repository.js';

/** The picture of a preview, before its message shows it. */
export interface CopiedPicture {
  readonly id: string;
  readonly secret: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const THUMBNAIL_TYPE = 'image/webp';
/** A little longer than what refers to it. */
const KEPT_SECONDS = 25 * 3_600;
/** In which the message that is to show a copy is changed. */
const COPY_SECONDS = 3_600;
/** Of all kept pictures. */
const MOST_KEPT_BYTES = 1_073_741_824;

/**
 * Pictures that the service has fetched. Their bytes are never served as they were received: the process of pictures
 * writes them anew. One is kept for a day, and no user may read it by its id; a message shows a small copy of its own,
 * which is deleted with it.
 */
@Injectable()
export class ForeignPictures {
  constructor(
    private readonly check: FileCheck,
    private readonly folders: WorkFolder,
    private readonly store: FileStore,
    private readonly uploads: UploadsRepository,
    private readonly repository: ForeignPicturesRepository,
    private readonly scanner: WatchedScanner,
  ) {}

  /**
   * Keeps a picture, with its small one, for a day. With a scanner it is scanned before.
   * @returns its id
   * @throws UploadRefused `bytes_differ` if it is no picture or the scanner has found something, `busy` also while the
   *   scanner is away; StoreUnavailable, the reason of `stop`
   */
  keep(received: Buffer, stop: AbortSignal): Promise<string> {
    return this.folders.use(async (folder) => {
      const path = join(folder, 'received');
      await writeFile(path, received);
      const mimeType = await typeOfBytes(path);
      if (mimeType === undefined || !TYPES.includes(mimeType)) {
        throw new UploadRefused('bytes_differ', 'The file is no picture.');
      }
      return this.check.check(
        path,
        { kind: 'preview', filename: '', mimeType, bytes: received.length, owner: 'pages' },
        async (file) => {
          const digest = await digestOf(file.path);
          await this.scan(file.path, digest.bytes, stop);
          return this.put(file, digest);
        },
      );
    });
  }

  /** A kept picture; undefined: it is no longer there. */
  find(id: string): Promise<Upload | undefined> {
    return this.uploads.find(id);
  }

  /**
   * Copies the small picture of a kept one for a message of the author.
   * @returns the copy, which is removed in an hour unless its message shows it; undefined: the kept one is gone
   * @throws FileMissing, StoreUnavailable
   */
  async copy(keptId: string, author: UploadPlace): Promise<CopiedPicture | undefined> {
    const kept = await this.find(keptId);
    if (!kept?.hasThumbnail || kept.width === null || kept.height === null) return undefined;
    const size = thumbnailSize(kept.width, kept.height);
    const copy = { ...newSignedFile(), ...size };
    await this.folders.use(async (folder) => {
      const path = join(folder, 'copy');
      await pipeline(await this.store.read(thumbnailKey(keptId)), createWriteStream(path));
      const file = {
        mimeType: THUMBNAIL_TYPE,
        charset: null,
        ...(await digestOf(path)),
        duration: null,
        hasThumbnail: false,
      };
      // The row is first, so that a process that is killed leaves no bytes without a row.
      await this.repository.insert(author, { ...copy, ...file }, COPY_SECONDS);
      await this.store.put(fileKey(copy.id), path);
    });
    return copy;
  }

  private async scan(path: string, size: number, stop: AbortSignal): Promise<void> {
    if (!this.scanner.exists) return;
    try {
      const { isClean } = await this.scanner.scan(() => Promise.resolve(createReadStream(path)), size, stop);
      if (!isClean) throw new UploadRefused('bytes_differ', 'The scanner has blocked the picture.');
    } catch (error) {
      if (!(error instanceof ScannerAway || error instanceof ScanFailed)) throw error;
      throw new UploadRefused('busy', 'The picture cannot be scanned: try again later.');
    }
  }

  private async put({ checked, path, thumbnail }: FileToStore, digest: Digest): Promise<string> {
    const { id, secret } = newSignedFile();
    await this.repository.insert(undefined, { ...checked, ...digest, id, secret }, KEPT_SECONDS);
    await this.store.put(fileKey(id), path);
    if (thumbnail !== undefined) await this.store.put(thumbnailKey(id), thumbnail);
    await this.repository.bound(MOST_KEPT_BYTES);
    return id;
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the small picture of another one, in pixels. */
function thumbnailSize(width: number, height: number): Size {
  const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(width, height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}
