import { Injectable } from '@nestjs/common';
import type { UploadTarget } from '@parley/protocol';

import { UploadSettings } from './upload.settings.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { UNUSED_SECONDS } from './claims/upload-claims.repository.js';
import { newSignedFile } from './file-address.js';
import { Incoming } from './receiving/incoming.js';
import { isBlocked, MIME_TYPES, OTHER_TYPE } from './types/mime-types.js';
import { usualType } from './types/usual-type.js';
import { chargeOf, UploadsRepository } from './uploads.repository.js';
import { isAvatarKind } from './upload.entity.js';
import type { UploadGrant } from './upload-grant.js';
import { UploadMetrics } from './upload-metrics.js';
import { UploadRefused } from './upload-refused.js';
import type { Declared, NewUpload } from './uploads.repository.js';

/** An upload whose bytes may arrive now. */
export interface OpenedUpload {
  readonly id: string;
  readonly target: UploadTarget;
  /** Unless something shows it by then, it is removed. */
  readonly expiresAt: Date;
}

/**
 * No library of the service reads it, and browsers do not show it: clients convert such pictures, or send other files.
 */
const HEIC = 'image/heic';
/** From which avatars are made. */
const AVATAR_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

@Injectable()
export class UploadsService {
  constructor(
    private readonly uploads: UploadsRepository,
    private readonly incoming: Incoming,
    private readonly work: UnitOfWork,
    private readonly settings: UploadSettings,
    private readonly metrics: UploadMetrics,
  ) {}

  /** @throws UploadRefused `type_not_allowed`, `too_large`, `quota_exceeded`, `too_many_open` */
  async create(grant: UploadGrant, declared: Declared): Promise<OpenedUpload> {
    const { mostBytes, quotaBytes, mostOpen } = this.settings;
    const type = usualType(declared.mimeType);
    const mimeType = isAvatarKind(grant.kind) ? avatarType(type) : this.fileType(declared.filename, type);
    if (declared.bytes > mostBytes) {
      throw new UploadRefused('too_large', `Files have at most ${String(mostBytes)} bytes.`);
    }
    const upload = { ...declared, mimeType, ...newSignedFile(), chargedBytes: chargeOf(declared.bytes) };
    const expiresAt = await this.work.transaction(async ({ manager }) => {
      if (!(await this.uploads.charge(manager, grant.userId, upload.chargedBytes, quotaBytes))) {
        throw new UploadRefused('quota_exceeded', `Your files have at most ${String(quotaBytes)} bytes together.`);
      }
      if ((await this.uploads.countOpen(manager, grant.userId)) >= mostOpen) {
        throw new UploadRefused('too_many_open', `You have ${String(mostOpen)} uploads that are not complete.`);
      }
      return this.uploads.insert(manager, grant, upload, UNUSED_SECONDS);
    });
    const target = await this.target(upload);
    this.metrics.created();
    return { id: upload.id, target, expiresAt };
  }

  /** The type of a file of a message, which may be any type that is not blocked. */
  private fileType(filename: string, mimeType: string): string {
    const kept = MIME_TYPES.file.includes(mimeType) ? mimeType : OTHER_TYPE;
    if (mimeType === HEIC || isBlocked(this.settings.blockedTypes, { filename, types: [mimeType, kept] })) {
      throw typeRefused(mimeType);
    }
    return kept;
  }

  /** A process that is killed before this is done leaves a row without bytes, which expires. */
  private async target(upload: NewUpload): Promise<UploadTarget> {
    try {
      return await this.incoming.open(upload, UNUSED_SECONDS);
    } catch (error) {
      await this.uploads.expire(upload.id);
      throw error;
    }
  }
}

function avatarType(mimeType: string): string {
  if (!AVATAR_TYPES.includes(mimeType)) throw typeRefused(mimeType);
  return mimeType;
}

const typeRefused = (mimeType: string): UploadRefused =>
  new UploadRefused('type_not_allowed', `Files of type ${mimeType} are not allowed.`);
