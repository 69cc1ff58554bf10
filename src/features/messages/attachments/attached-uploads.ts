import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '@parley/protocol';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { UploadClaims } from '../../uploads/claims/upload-claims.repository.js';
import type { UploadClaim } from '../../uploads/claims/upload-claims.repository.js';
import type { UploadPlace } from '../../uploads/upload-grant.js';
import type { Upload } from '../../uploads/uploads.repository.js';
import type { MessageGrant } from '../message.policy.js';
import { RowRefused, UploadsScanned } from '../sending/message-insert.js';
import { uploadIdsOf } from './attachment.request.js';
import type { AttachmentRequest } from './attachment.request.js';
import type { StoredAttachment } from './attachment.view.js';

/**
 * The uploads that messages show. An upload is shown by one message of its author, in the room that it was made for.
 */
@Injectable()
export class AttachedUploads {
  constructor(private readonly claims: UploadClaims) {}

  /**
   * The uploads that a new message names.
   * @throws Refusal 4004 for an upload of somebody else or another room, 4005 for one whose bytes are not complete,
   *   that the scanner has blocked, or that another message shows
   */
  async named(grant: MessageGrant<'message.send'>, media: readonly AttachmentRequest[]): Promise<Upload[]> {
    const ids = uploadIdsOf(media);
    if (ids.length === 0) return [];
    const uploads = await this.claims.of(grant, ids);
    return ids.map((id) => {
      const upload = uploads.get(id);
      if (!upload) throw notFound('No such upload for this room.');
      if (upload.state === 'open') throw conflict('The upload is not complete.');
      if (upload.state === 'blocked') throw isBlocked();
      if (upload.messageId !== null) throw shownAlready();
      return upload;
    });
  }

  /**
   * Binds uploads to the messages that were stored in this transaction.
   * @throws UploadsScanned if the scanner has decided about one of them since the message was made
   * @throws RowRefused, of Refusal 4005, if another message shows one of them, or it was removed
   */
  async claim(manager: Work['manager'], claims: readonly UploadClaim[]): Promise<void> {
    if (claims.length === 0) return;
    const result = await this.claims.claim(manager, claims);
    if (result === 'stale') throw new UploadsScanned();
    if (result === 'refused') throw new RowRefused(shownAlready());
  }

  /**
   * The attachments of a message that was not stored because of {@link UploadsScanned}, with the present states of
   * their files.
   * @throws Refusal 4005 if the scanner has blocked one of them
   */
  async scanned(place: UploadPlace, attachments: readonly StoredAttachment[]): Promise<StoredAttachment[]> {
    const ids = attachments.flatMap(({ id, file }) => (file ? id : []));
    const uploads = await this.claims.of(place, ids);
    return attachments.map((attachment) => {
      const { id, file } = attachment;
      const state = uploads.get(id)?.state;
      if (state === 'blocked') throw isBlocked();
      return file && state === 'ready' ? { ...attachment, file: { ...file, state } } : attachment;
    });
  }

  /** The number of uploads that these messages show. */
  async count(manager: Work['manager'], messageIds: readonly string[]): Promise<number> {
    return this.claims.count(manager, messageIds);
  }

  /** Gives back the uploads of deleted messages, in the transaction that deletes them. */
  async release(manager: Work['manager'], messageIds: readonly string[]): Promise<void> {
    await this.claims.release(manager, messageIds);
  }

  /** Keeps the uploads of a message that is sent later. */
  async keep(
    manager: Work['manager'],
    place: UploadPlace,
    media: readonly AttachmentRequest[],
    until: Date,
  ): Promise<void> {
    await this.claims.keep(manager, place, uploadIdsOf(media), until);
  }

  /** Gives back uploads of a message that is not sent. @param ids of uploads that no other scheduled message names */
  async drop(manager: Work['manager'], userId: number, ids: readonly string[]): Promise<void> {
    await this.claims.drop(manager, userId, ids);
  }
}

const isBlocked = () => conflict('The scanner has blocked the file.');
const shownAlready = () => conflict('Another message shows the upload, or it was removed.');
