import { Injectable } from '@nestjs/common';
import { Any, DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import { textFromStored } from '../../../platform/database/stored-text.js';
import { UploadClaims } from '../../uploads/claims/upload-claims.repository.js';
import { Message } from '../message.entity.js';
import type { MessageChangeGrant } from '../message.policy.js';
import { picturesOf, previewsOf, storedPreviews } from './link-preview.view.js';
import type { StoredPreview } from './link-preview.view.js';
import type { Linked } from './linked-previews.js';

/** A message that may have links. */
export interface MessagePlace {
  readonly roomId: string;
  readonly messageId: string;
}

/** A message with its links, and what is known of them. */
export interface LinkedMessage extends Linked {
  readonly senderId: number;
}

export interface ChangedPreviews {
  readonly before: readonly StoredPreview[];
  readonly after: readonly StoredPreview[];
  readonly seq: number;
}

/** Reads and writes the previews in the rows of messages. */
@Injectable()
export class LinkPreviewsRepository {
  constructor(
    private readonly source: DataSource,
    private readonly uploads: UploadClaims,
  ) {}

  /** A message that is not deleted. Raw SQL, because TypeORM would read all columns of the message. */
  async find(
    { roomId, messageId }: MessagePlace,
    manager: EntityManager = this.source.manager,
  ): Promise<LinkedMessage | undefined> {
    const row = await FIND.row(manager, { room: roomId, message: messageId });
    return row && { senderId: row.senderId, content: textFromStored(row.content), previews: previewsOf(row.previews) };
  }

  /** Adds fetched previews to a message of a locked room. @throws Error if a picture is no longer there */
  async add(manager: EntityManager, { roomId, messageId }: MessagePlace, changed: ChangedPreviews): Promise<void> {
    const claims = added(changed).map((uploadId) => ({ uploadId, messageId, state: 'ready' as const }));
    if (claims.length > 0 && (await this.uploads.claim(manager, claims)) !== 'claimed') {
      throw new Error('a picture is gone');
    }
    await this.write(manager, { roomId, messageIds: [messageId] }, changed);
  }

  async remove(
    manager: EntityManager,
    grant: MessageChangeGrant<'message.remove_preview'>,
    changed: ChangedPreviews,
  ): Promise<void> {
    await this.write(manager, grant, changed);
    await this.releaseGone(manager, changed);
  }

  /** Gives back the pictures that a change has removed. */
  async releaseGone(manager: EntityManager, changed: Omit<ChangedPreviews, 'seq'>): Promise<void> {
    const after = new Set(picturesOf(changed.after));
    const gone = picturesOf(changed.before).filter((id) => !after.has(id));
    if (gone.length > 0) await this.uploads.releaseOnly(manager, gone);
  }

  private async write(
    manager: EntityManager,
    { roomId, messageIds }: { readonly roomId: string; readonly messageIds: readonly string[] },
    { after, seq }: ChangedPreviews,
  ): Promise<void> {
    const linkPreviews = storedPreviews(after);
    await manager.update(Message, { id: Any(messageIds), roomId }, { linkPreviews, changeSeq: seq });
  }
}

function added({ before, after }: ChangedPreviews): string[] {
  const present = new Set(picturesOf(before));
  return picturesOf(after).filter((id) => !present.has(id));
}

const FIND = statement('link_previews.find', {
  parameters: { room: 'uuid', message: 'uuid' },
  columns: { senderId: 'int4', content: 'text', previews: 'text | null' },
  text: ({ room, message }) => `
    SELECT sender_id AS "senderId", content, link_previews AS previews
    FROM messages WHERE room_id = ${room} AND id = ${message} AND NOT is_deleted`,
});
