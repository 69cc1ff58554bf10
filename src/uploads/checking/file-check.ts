import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { Injectable } from '@nestjs/common';

import { Pictures, PictureRefused, PicturesBusy } from '../pictures/pictures.js';
import type { Picture } from '../pictures/picture-job.js';
import { matches } from '../types/declared-type.js';
import { mediaInfoOf } from '../types/media-info.js';
import { typeOfBytes } from '../types/type-of-bytes.js';
import { UploadMetrics } from '../upload-metrics.js';
import { UploadRefused } from '../upload-refused.js';
import type { CheckedFile, Declared } from '../uploads.repository.js';
import { digestOf } from './digest.js';
import { WorkFolder } from './work-folder.js';

/** A file that has passed the check. Its paths are valid while the work lasts. */
export interface FileToStore {
  readonly checked: CheckedFile;
  readonly path: string;
  /** Undefined: it has none. */
  readonly thumbnail: string | undefined;
}

/** Checks the bytes of a file: nothing that its author said about them is believed. Pictures are written anew. */
@Injectable()
export class FileCheck {
  constructor(
    private readonly pictures: Pictures,
    private readonly folders: WorkFolder,
    private readonly metrics: UploadMetrics,
  ) {}

  /**
   * @param path the file, which is left as it is
   * @throws UploadRefused `bytes_differ` if the file is not what was declared, `busy` if it can be checked later
   */
  async check<Result>(path: string, declared: Declared, work: (file: FileToStore) => Promise<Result>): Promise<Result> {
    if ((await stat(path)).size !== declared.bytes) {
      throw new UploadRefused('bytes_differ', `The file must have ${String(declared.bytes)} bytes.`);
    }
    const mimeType = await typeOfBytes(path);
    if (mimeType === undefined || !matches(declared.mimeType, mimeType)) {
      throw new UploadRefused('bytes_differ', `The bytes are not those of ${declared.mimeType}.`);
    }
    if (mimeType.startsWith('image/')) return this.withPicture(path, mimeType, work);
    const { seconds, width, height } = isMedia(declared.mimeType) ? await mediaInfoOf(path) : NO_MEDIA;
    const checked = { mimeType: declared.mimeType, ...(await digestOf(path)), width, height, duration: seconds };
    return work({ checked: { ...checked, hasThumbnail: false }, path, thumbnail: undefined });
  }

  private withPicture<Result>(
    source: string,
    mimeType: string,
    work: (file: FileToStore) => Promise<Result>,
  ): Promise<Result> {
    return this.folders.use(async (folder) => {
      const path = join(folder, 'picture');
      const thumbnail = join(folder, 'thumbnail');
      const { width, height, hasThumbnail } = await this.processed({ source, target: path, thumbnail, mimeType });
      const checked = { mimeType, ...(await digestOf(path)), width, height, duration: null, hasThumbnail };
      return work({ checked, path, thumbnail: hasThumbnail ? thumbnail : undefined });
    });
  }

  private async processed(input: Parameters<Pictures['process']>[0]): Promise<Picture> {
    try {
      return await this.metrics.countingPicture(() => this.pictures.process(input));
    } catch (error) {
      if (error instanceof PictureRefused) {
        throw new UploadRefused('bytes_differ', 'The picture is broken, or has too many pixels.');
      }
      if (error instanceof PicturesBusy) {
        throw new UploadRefused('busy', 'Too many pictures are being processed: try again later.');
      }
      throw error;
    }
  }
}

const NO_MEDIA = { seconds: null, width: null, height: null };
const isMedia = (mimeType: string): boolean => /^(audio|video)\//.test(mimeType);
