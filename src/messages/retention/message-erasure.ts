import { Injectable } from '@nestjs/common';

import { MessageRemoval } from './message-removal.js';
import { SentMessagesRepository } from './sent-messages.repository.js';

/** The number of messages that are removed in one transaction. */
const BATCH = 500;

/** Removes all messages of a user for an operator, and notifies the rooms. Replies and forwards stay, without them. */
@Injectable()
export class MessageErasure {
  constructor(
    private readonly messages: SentMessagesRepository,
    private readonly removal: MessageRemoval,
  ) {}

  /** Removes all messages outside of OneToOneChats. Can be interrupted at any moment and run again. */
  async ofSender(senderId: number): Promise<void> {
    for (const roomId of await this.messages.rooms(senderId)) await this.inRoom(senderId, roomId);
  }

  private async inRoom(senderId: number, roomId: string): Promise<void> {
    for (let [after, gone] = [0, BATCH]; gone === BATCH;) {
      const from = after;
      gone = await this.removal.remove({
        roomId,
        find: async ({ manager }) => {
          const found = await this.messages.next(manager, { senderId, roomId, after: from, most: BATCH });
          after = found.at(-1)?.seq ?? from;
          return found.map(({ id }) => id);
        },
        audited: async ({ manager }, ids) => {
          const attachments = await this.messages.countAttachments(manager, ids);
          return { action: 'messages.erase', subjectId: senderId, details: { messages: ids.length, attachments } };
        },
      });
    }
  }
}
