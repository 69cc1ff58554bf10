import { Injectable } from '@nestjs/common';

import { MessageRemoval } from './message-removal.js';
import { SentMessagesRepository } from './sent-messages.repository.js';

/** Messages that go in one transaction. */
const BATCH = 500;

/** Removes what one user sent, by an operator: the rooms hear that it is deleted, and what was about it stays without it. */
@Injectable()
export class MessageErasure {
  constructor(
    private readonly messages: SentMessagesRepository,
    private readonly removal: MessageRemoval,
  ) {}

  /** Everything but what stands in chats of two. May be ended at any moment, and begun anew. */
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
