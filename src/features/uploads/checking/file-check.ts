import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { Injectable } from '@nestjs/common';

import { UploadSettings } from '../upload.settings.js';
import { Pictures, PictureRefused, PicturesBusy } from '../pictures/pictures.js';
import type { FileOwner } from '../pictures/pictures.js';
import { matches } from '../types/declared-type.js';
import type { Digest } from '../store/digest-stream.js';
import { UNKNOWN_MEDIA } from '../pictures/picture-job.js';
import type { MediaInfo } from '../pictures/picture-job.js';
import { isBlocked, OTHER_TYPE } from '../types/mime-types.js';
import { charsetOf, typeOfBytes, typesOfHead } from '../types/type-of-bytes.js';
import { typeOfText, usualType } from '../types/usual-type.js';
import { UploadMetrics } from '../upload-metrics.js';
import { UploadRefused } from '../upload-refused.js';
import { isAvatarKind } from '../upload.entity.js';
import type { AvatarKind } from '../upload.entity.js';
import type { CheckedFile, Upload } from '../uploads.repository.js';
import { WorkFolder } from './work-folder.js';

/** A file that has passed the check. Its paths are valid while the work lasts. */
export interface FileToStore {
  readonly checked: Omit<CheckedFile, keyof Digest>;
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
    private readonly settings: UploadSettings,
  ) {}

  /**
   * @param path the file, which is left as it is
   * @param declared an avatar becomes a square WebP, a logo a WebP with its proportions; of an animation the first picture is
   *   shown
   * @throws UploadRefused `bytes_differ` if the file is not what was declared, `too_many_pixels`, `type_not_allowed`
   *   for a type that is blocked, `busy` if it can be checked later
   */
  async check<Result>(
    path: string,
    declared: Pick<Upload, 'bytes' | 'filename' | 'kind' | 'mimeType'> & { readonly owner: FileOwner },
    work: (file: FileToStore) => Promise<Result>,
  ): Promise<Result> {
    if ((await stat(path)).size !== declared.bytes) {
      throw new UploadRefused('bytes_differ', `The file must have ${String(declared.bytes)} bytes.`);
    }
    if (declared.mimeType === OTHER_TYPE && declared.kind === 'message') return this.withOther(path, declared, work);
    const mimeType = await typeOfBytes(path);
    const type = typeOf(declared, mimeType);
    if (mimeType === undefined || !matches(type, mimeType)) throw differ(type, mimeType);
    const { owner } = declared;
    if (isAvatarKind(declared.kind)) return this.withAvatar(owner, { path, kind: declared.kind }, work);
    if (mimeType.startsWith('image/')) return this.withPicture(owner, { path, mimeType }, work);
    const { seconds, width, height } = isMedia(type) ? await this.media(owner, path) : UNKNOWN_MEDIA;
    const charset = type.startsWith('text/') ? await charsetOf(path) : null;
    const checked = { mimeType: type, charset, width, height, duration: seconds };
    return work({ checked: { ...checked, hasThumbnail: false }, path, thumbnail: undefined });
  }

  /** A file of any type, as it is: but a picture is written anew, as one that was declared as such. */
  private async withOther<Result>(
    path: string,
    { filename, owner }: Pick<Upload, 'filename'> & { readonly owner: FileOwner },
    work: (file: FileToStore) => Promise<Result>,
  ): Promise<Result> {
    const { named = OTHER_TYPE, picture } = await typesOfHead(path);
    if (isBlocked(this.settings.blockedTypes, { filename, types: [usualType(named)] })) {
      throw new UploadRefused('type_not_allowed', `Files of type ${named} are not allowed.`);
    }
    if (picture !== undefined) return this.withPicture(owner, { path, mimeType: picture }, work);
    const checked = { ...UNKNOWN, mimeType: OTHER_TYPE, hasThumbnail: false };
    return work({ checked, path, thumbnail: undefined });
  }

  private media(owner: FileOwner, path: string): Promise<MediaInfo> {
    return this.processed(() => this.pictures.media(owner, path));
  }

  private withPicture<Result>(
    owner: FileOwner,
    { path: source, mimeType }: { readonly path: string; readonly mimeType: string },
    work: (file: FileToStore) => Promise<Result>,
  ): Promise<Result> {
    return this.folders.use(async (folder) => {
      const path = join(folder, 'picture');
      const thumbnail = join(folder, 'thumbnail');
      const input = { source, target: path, thumbnail, mimeType };
      const { width, height, hasThumbnail } = await this.processed(() =>
        this.metrics.countingPicture(() => this.pictures.process(owner, input)),
      );
      await this.checkSize(path);
      const checked = { mimeType, charset: null, width, height, duration: null, hasThumbnail };
      return work({ checked, path, thumbnail: hasThumbnail ? thumbnail : undefined });
    });
  }

  /** The bytes that are stored count, not those that were declared. */
  private async checkSize(path: string): Promise<void> {
    const { mostBytes } = this.settings;
    if ((await stat(path)).size <= mostBytes) return;
    throw new UploadRefused(
      'bytes_differ',
      `The picture takes more than ${String(mostBytes)} bytes when it is written anew.`,
    );
  }

  private withAvatar<Result>(
    owner: FileOwner,
    { path: source, kind }: { readonly path: string; readonly kind: AvatarKind },
    work: (file: FileToStore) => Promise<Result>,
  ): Promise<Result> {
    return this.folders.use(async (folder) => {
      const path = join(folder, 'avatar');
      const files = { source, target: path };
      const picture = await this.processed(() =>
        this.metrics.countingPicture(() =>
          kind === 'logo' ? this.pictures.logo(owner, files) : this.pictures.avatar(owner, files),
        ),
      );
      const checked = { ...(kind === 'logo' ? LOGO : AVATAR), ...picture };
      return work({ checked, path, thumbnail: undefined });
    });
  }

  private async processed<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PictureRefused) {
        if (error.hasTooManyPixels) throw new UploadRefused('too_many_pixels', 'The picture has too many pixels.');
        throw new UploadRefused(
          'bytes_differ',
          'The picture is broken, or takes too many bytes when it is written anew.',
        );
      }
      if (error instanceof PicturesBusy) {
        throw new UploadRefused('busy', 'Too many files are being processed: try again later.');
      }
      throw error;
    }
  }
}

/** Of a file whose content is not looked at. */
const UNKNOWN = { charset: null, width: null, height: null, duration: null };

/** It is not the file that its author has chosen, whose name need not be known to everybody. */
const AVATAR = { mimeType: 'image/webp', charset: null, filename: 'avatar.webp', duration: null };
const LOGO = { ...AVATAR, filename: 'logo.webp' };

const typeOf = ({ mimeType, filename }: Pick<Upload, 'filename' | 'mimeType'>, found: string | undefined): string =>
  (found === 'text/plain' || found === undefined ? typeOfText(mimeType, filename) : undefined) ?? mimeType;

/** Text in another encoding cannot be distinguished from bytes of other kinds. */
const differ = (type: string, found: string | undefined): UploadRefused =>
  type.startsWith('text/') && found === undefined
    ? new UploadRefused(
        'bytes_differ',
        `The bytes are not those of ${type}: text must be UTF-8, or UTF-16 with a byte order mark.`,
      )
    : new UploadRefused('bytes_differ', `The bytes are not those of ${type}.`);

const isMedia = (mimeType: string): boolean => /^(audio|video)\//.test(mimeType);
