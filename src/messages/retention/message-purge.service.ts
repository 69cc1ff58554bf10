import { Injectable } from '@nestjs/common';

import { MessageRemoval } from './message-removal.js';
import { OldMessagesRepository } from './old-messages.repository.js';

/** The number of messages that are removed in one transaction, while the room is locked. */
const BATCH = 500;

/** Removes old messages for an operator, and notifies their rooms. */
@Injectable()
export class MessagePurgeService {
  constructor(
    private readonly messages: OldMessagesRepository,
    private readonly removal: MessageRemoval,
  ) {}

  /** @returns the number of removed messages */
  async olderThan(seconds: number): Promise<number> {
    let purged = 0;
    for await (const roomId of this.messages.rooms(seconds)) {
      for (let batch = BATCH; batch === BATCH; purged += batch) batch = await this.purge(roomId, seconds);
    }
    return purged;
  }

  private purge(roomId: string, seconds: number): Promise<number> {
    return this.removal.remove({
      roomId,
      find: ({ manager }) => this.messages.oldest(manager, { roomId, seconds, most: BATCH }),
      audited: (_, { length }) =>
        Promise.resolve({ action: 'messages.purge', details: { messages: length, older_than_seconds: seconds } }),
    });
  }
}
