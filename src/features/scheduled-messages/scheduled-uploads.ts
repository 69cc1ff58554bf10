import { Injectable } from '@nestjs/common';

import { AttachedUploads } from '../messages/attachments/attached-uploads.js';
import { uploadIdsOf } from '../messages/attachments/attachment.request.js';
import type { AttachmentRequest } from '../messages/attachments/attachment.request.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { UploadPlace } from '../uploads/upload-grant.js';
import { bodyOf } from './scheduled-message.view.js';
import { ScheduledUploadsRepository } from './scheduled-uploads.repository.js';

/** The files of scheduled messages. Several messages may name one upload; the first that is sent shows it. */
@Injectable()
export class ScheduledUploads {
  constructor(
    private readonly uploads: AttachedUploads,
    private readonly repository: ScheduledUploadsRepository,
  ) {}

  /** The files of a message are there when it is sent. @param body as it is stored */
  async keep({ manager }: Work, place: UploadPlace, body: string, sendAt: Date): Promise<void> {
    await this.uploads.keep(manager, place, mediaOf(body), sendAt);
  }

  /**
   * Gives back the files that a body named, and that neither the changed message nor another one names. The caller has
   * locked the user.
   * @param body as it was stored before the change
   */
  async drop({ manager }: Work, userId: number, body: string): Promise<void> {
    const ids = uploadIdsOf(mediaOf(body));
    if (ids.length === 0) return;
    await this.uploads.drop(manager, userId, await this.repository.unnamed(manager, userId, ids));
  }
}

const mediaOf = (body: string): readonly AttachmentRequest[] => bodyOf(body).extra_fields.media ?? [];
