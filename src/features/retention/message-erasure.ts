import { Injectable } from '@nestjs/common';

import { inBatches } from '../../platform/async/in-batches.js';
import { heldRoom } from '../rooms/holds/unheld-room.js';
import type { Authority } from '../users/roles/authority.js';
import { DeleteMessages } from '../messages/acts/delete-messages.js';
import { AttachedUploads } from '../messages/attachments/attached-uploads.js';
import { SentMessagesRepository } from './removable-messages.repository.js';

/** The number of messages that are removed in one transaction, while the room is locked. */
const BATCH = 500;

/** Removes all messages of a user for operators and administrators, and notifies the rooms. Replies and forwards stay, without them. */
@Injectable()
export class MessageErasure {
  constructor(
    private readonly messages: SentMessagesRepository,
    private readonly deletion: DeleteMessages,
    private readonly uploads: AttachedUploads,
  ) {}

  /**
   * Removes all messages outside of OneToOneChats. Can be interrupted at any moment and run again.
   * @throws Refusal 4002
   */
  async ofSender(authority: Authority, senderId: number): Promise<void> {
    for (const roomId of await this.messages.rooms(senderId)) await this.inRoom(authority, senderId, roomId);
  }

  private async inRoom(authority: Authority, senderId: number, roomId: string): Promise<void> {
    let after = 0;
    await inBatches(BATCH, async (most) => {
      // The transaction may be tried again.
      let last = after;
      const erased = await this.deletion.byAuthority(
        authority,
        { action: 'users.delete', on: senderId },
        {
          roomId,
          find: async ({ manager }) => {
            const found = await this.messages.next(manager, { senderId, roomId, after, most });
            last = found.at(-1)?.seq ?? after;
            return found.map(({ id }) => id);
          },
          audited: async (ids, { manager }) => ({
            action: 'messages.erase',
            subjectId: senderId,
            details: {
              messages: ids.length,
              attachments: await this.messages.countAttachments(manager, roomId, ids),
              files: await this.uploads.count(manager, ids),
            },
          }),
        },
      );
      if (erased === 'held') throw heldRoom();
      after = last;
      return erased;
    });
  }
}
