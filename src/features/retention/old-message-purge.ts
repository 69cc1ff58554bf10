import { Injectable } from '@nestjs/common';

import { inBatches } from '../../platform/async/in-batches.js';
import type { Authority } from '../users/roles/authority.js';
import { DeleteMessages } from '../messages/acts/delete-messages.js';
import { OldMessagesRepository } from './removable-messages.repository.js';
import type { OldMessages } from './removable-messages.repository.js';

/** The number of messages that are removed in one transaction, while the room is locked. */
const BATCH = 500;

/** Removes old messages for operators and administrators, and notifies their rooms. */
@Injectable()
export class OldMessagePurge {
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
      purged += await inBatches(BATCH, (most) => this.purgeSome(authority, { roomId, before, most }, seconds));
    }
    return purged;
  }

  private async purgeSome(authority: Authority, old: OldMessages, seconds: number): Promise<number> {
    const { roomId, before } = old;
    const purged = await this.deletion.byAuthority(
      authority,
      { action: 'messages.purge' },
      {
        roomId,
        before,
        find: ({ manager }) => this.messages.oldest(manager, old),
        audited: ({ length }) => ({
          action: 'messages.purge',
          details: { messages: length, older_than_seconds: seconds },
        }),
      },
    );
    return purged === 'held' ? 0 : purged;
  }
}
