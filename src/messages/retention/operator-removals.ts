import { Injectable } from '@nestjs/common';

import type { Authority } from '../../users/roles/authority.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { MessageRemoval } from './message-removal.js';
import { OldMessagesRepository, SentMessagesRepository } from './removable-messages.repository.js';

/** The number of messages that are removed in one transaction, while the room is locked. */
const BATCH = 500;

/** Removes old messages for operators and administrators, and notifies their rooms. */
@Injectable()
export class MessagePurgeService {
  constructor(
    private readonly messages: OldMessagesRepository,
    private readonly removal: MessageRemoval,
  ) {}

  /** The latest time of messages of this age, by the database's clock. */
  timeBefore(seconds: number): Promise<Date> {
    return this.messages.timeBefore(seconds);
  }

  /** Counts the messages from before a time, and their rooms. Reads only these messages, and the oldest of each room. */
  async count(before: Date): Promise<{ readonly messages: number; readonly rooms: number }> {
    let [messages, rooms] = [0, 0];
    for await (const roomId of this.messages.rooms(before)) {
      messages += await this.messages.count(roomId, before);
      rooms += 1;
    }
    return { messages, rooms };
  }

  /**
   * Removes the messages from before a time.
   * @param seconds their minimum age, for the audit log
   * @returns the number of removed messages
   * @throws Refusal 4002
   */
  async purge(authority: Authority, before: Date, seconds: number): Promise<number> {
    let purged = 0;
    for await (const roomId of this.messages.rooms(before)) {
      for (let batch = BATCH; batch === BATCH; purged += batch)
        batch = await this.purgeSome(authority, roomId, before, seconds);
    }
    return purged;
  }

  private purgeSome(authority: Authority, roomId: string, before: Date, seconds: number): Promise<number> {
    return this.removal.remove({
      roomId,
      before,
      find: ({ manager }) => this.messages.oldest(manager, { roomId, before, most: BATCH }),
      audited: async ({ manager }, { length }) => ({
        by: await authority.permit(manager, 'messages.purge'),
        act: { action: 'messages.purge', details: { messages: length, older_than_seconds: seconds } },
      }),
    });
  }
}

/** Removes all messages of a user for operators and administrators, and notifies the rooms. Replies and forwards stay, without them. */
@Injectable()
export class MessageErasure {
  constructor(
    private readonly messages: SentMessagesRepository,
    private readonly removal: MessageRemoval,
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
          const attachments = await this.messages.countAttachments(manager, roomId, ids);
          const files = await this.uploads.count(manager, ids);
          return {
            by: await authority.permit(manager, 'users.delete', senderId),
            act: {
              action: 'messages.erase',
              subjectId: senderId,
              details: { messages: ids.length, attachments, files },
            },
          };
        },
      });
    }
  }
}
