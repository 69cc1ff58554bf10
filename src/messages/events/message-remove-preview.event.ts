import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import { ClientEvent, Id, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { MessageChanges } from '../changes/message-changes.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { isShown } from '../link-previews/link-preview.view.js';
import type { StoredPreview } from '../link-previews/link-preview.view.js';
import { LinkPreviewsRepository } from '../link-previews/link-previews.repository.js';
import { previewsChanged } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';

class MessageRemovePreviewRequest {
  @Id()
  message_id!: string;

  /** The room of the message. */
  @Optional()
  @Id()
  room_id?: string | null;

  /** The link whose preview is removed, as the preview has it. */
  @Text()
  url!: string;
}

/**
 * `message.remove_preview`: removes the preview of a link from an own message, and notifies the members of the room.
 */
@Injectable()
@ClientEvent({
  name: 'message.remove_preview',
  summary: 'Removes the preview of a link from an own message.',
  request: MessageRemovePreviewRequest,
  emits: ['messagepreview.dispatch'],
})
export class MessageRemovePreviewEvent implements EventHandler<MessageRemovePreviewRequest> {
  constructor(
    private readonly changes: MessageChanges,
    private readonly policy: MessagePolicy,
    private readonly previews: LinkPreviewsRepository,
    private readonly log: RoomLog,
  ) {}

  handle(request: MessageRemovePreviewRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, roomId, work } = change;
      const subject = { id: message.id, senderId: message.sender.id };
      const grant = this.policy.mayChange('message.remove_preview', membership, [subject]);
      if (message.isDeleted) throw invalid({ message_id: ['The message is deleted.'] });
      const before = message.linkPreviews;
      const removed = before.find(({ url }) => url === request.url);
      if (!removed) throw notFound('The message has no preview of this link.');
      if (!isShown(removed)) return previewsChanged(message);
      const gone = { url: removed.url, removed: true } as const;
      const after = before.map((preview): StoredPreview => (preview === removed ? gone : preview));
      const changeRecord = toChangeRecord(messageChangeTypes.previewed, { id: message.id });
      const seq = await change.takeNumber({ changeRecord, audited: [] });
      await this.previews.remove(work.manager, grant, { before, after, seq });
      const frame = previewsChanged({ ...message, linkPreviews: after }, seq);
      await this.log.append(work, { roomId, seq, frame }, origin);
      return undefined;
    });
  }
}
