import { Injectable } from '@nestjs/common';

import type { Authority } from '../../users/roles/authority.js';
import { heldRoom } from '../../rooms/holds/unheld-room.js';
import { DeleteMessages } from '../acts/delete-messages.js';
import type { DeletedCount } from '../acts/delete-messages.js';
import { AttachedUploads } from '../attachments/attached-uploads.js';
import { OldMessagesRepository, SentMessagesRepository } from './removable-messages.repository.js';

/** The number of messages that are removed in one transaction, while the room is locked. */
const BATCH = 500;

/** Removes old messages for operators and administrators, and notifies their rooms. */
@Injectable()
export class MessagePurgeService {
  constructor(
    private readonly messages: OldMessagesRepository,
    private readonly deletion: DeleteMessages,
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
      let batch: DeletedCount;
      do {
        batch = await this.purgeSome(authority, roomId, before, seconds);
        if (batch !== 'held') purged += batch;
      } while (batch === BATCH);
    }
    return purged;
  }

  private purgeSome(authority: Authority, roomId: string, before: Date, seconds: number): Promise<DeletedCount> {
    return this.deletion.byAuthority(
      authority,
      { action: 'messages.purge' },
      {
        roomId,
        before,
        find: ({ manager }) => this.messages.oldest(manager, { roomId, before, most: BATCH }),
        audited: ({ length }) => ({
          action: 'messages.purge',
          details: { messages: length, older_than_seconds: seconds },
        }),
      },
    );
  }
}

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
    let gone: DeletedCount;
    do {
      const from = after;
      gone = await this.deletion.byAuthority(
        authority,
        { action: 'users.delete', on: senderId },
        {
          roomId,
          find: async ({ manager }) => {
            const found = await this.messages.next(manager, { senderId, roomId, after: from, most: BATCH });
            after = found.at(-1)?.seq ?? from;
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
      if (gone === 'held') throw heldRoom();
    } while (gone === BATCH);
  }
}
