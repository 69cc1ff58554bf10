import { Injectable } from '@nestjs/common';

import type { Work } from '../../../platform/database/unit-of-work.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { RoomsRepository } from '../../rooms/rooms.repository.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { previewsChanged } from '../message.frames.js';
import type { PagePreview } from './link-preview.view.js';
import { LinkPreviewsRepository } from './link-previews.repository.js';
import type { LinkedMessage, MessagePlace } from './link-previews.repository.js';
import { withFetched } from './linked-previews.js';

/** Adds fetched previews to messages. */
@Injectable()
export class LinkPreviewWriter {
  constructor(
    private readonly rooms: RoomsRepository,
    private readonly previews: LinkPreviewsRepository,
    private readonly log: RoomLog,
  ) {}

  /** The message, unless it is deleted. */
  find(place: MessagePlace): Promise<LinkedMessage | undefined> {
    return this.previews.find(place);
  }

  /**
   * Adds previews to a message by one numbered change, and notifies the room. The message may have been edited since it
   * was read: only previews of links that it has now are added, and none that its author has removed.
   */
  async add(work: Work, place: MessagePlace, fetched: readonly PagePreview[]): Promise<void> {
    const { manager } = work;
    const { roomId, messageId } = place;
    if (fetched.length === 0 || !(await this.rooms.lock(manager, roomId))) return;
    const message = await this.previews.find(place, manager);
    if (!message) return;
    const after = withFetched(message, fetched);
    if (after.length === message.previews.length) return;
    const changeRecord = toChangeRecord(messageChangeTypes.previewed, { id: messageId });
    const { seq } = await this.rooms.takeNumber(manager, roomId, { changeRecord });
    await this.previews.add(manager, place, { before: message.previews, after, seq });
    const frame = previewsChanged({ id: messageId, roomId, linkPreviews: after, isDeleted: false }, seq);
    await this.log.append(work, { roomId, seq, frame });
  }
}
