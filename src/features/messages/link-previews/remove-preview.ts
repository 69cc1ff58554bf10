import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import type { Answer, EventContext } from '@parley/realtime/requests';

import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { MessageChanges } from '../changes/message-changes.js';
import type { NamedMessage } from '../changes/message-changes.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { previewsChanged } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';
import { isShown } from './link-preview.view.js';
import type { StoredPreview } from './link-preview.view.js';
import { LinkPreviewsRepository } from './link-previews.repository.js';

/** Removes the preview of a link from a message, and notifies the members of the room. */
@Injectable()
export class RemovePreview {
  constructor(
    private readonly changes: MessageChanges,
    private readonly policy: MessagePolicy,
    private readonly repository: LinkPreviewsRepository,
    private readonly log: RoomLog,
  ) {}

  /**
   * @param link as the preview has it
   * @returns the answer if the preview is removed already
   * @throws Refusal 4002, 4003 for a deleted message, 4004
   */
  remove(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    named: NamedMessage,
    link: string,
  ): Promise<Answer | undefined> {
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, roomId, work } = change;
      const subject = { id: message.id, senderId: message.sender.id };
      const grant = this.policy.mayChange('message.remove_preview', membership, [subject]);
      if (message.isDeleted) throw invalid({ message_id: ['The message is deleted.'] });
      const before = message.linkPreviews;
      const removed = before.find(({ url }) => url === link);
      if (!removed) throw notFound('The message has no preview of this link.');
      if (!isShown(removed)) return previewsChanged(message);
      const gone = { url: removed.url, removed: true } as const;
      const after = before.map((preview): StoredPreview => (preview === removed ? gone : preview));
      const changeRecord = toChangeRecord(messageChangeTypes.previewed, { id: message.id });
      const seq = await change.takeNumber({ changeRecord, audited: [] });
      await this.repository.remove(work.manager, grant, { before, after, seq });
      const frame = previewsChanged({ ...message, linkPreviews: after }, seq);
      await this.log.append(work, { roomId, seq, frame }, origin);
      return undefined;
    });
  }
}
