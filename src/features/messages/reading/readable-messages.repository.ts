import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { lockMembership } from '../../rooms/membership/member.rows.js';
import type { StoredMessage } from '../message.view.js';
import { readMessages } from './read-messages.js';

/** A user, and a message in a room. */
export interface MessageOfUser {
  readonly userId: number;
  readonly roomId: string;
  readonly messageId: string;
}

/** Messages that a user can read. Raw SQL, because the membership is locked. */
@Injectable()
export class ReadableMessagesRepository {
  /**
   * A message, while its reader is a member of the room until the transaction ends. The membership is locked, so lock
   * users after it.
   * @returns undefined if it is deleted or not readable to the user
   */
  async lock(manager: EntityManager, { userId, roomId, messageId }: MessageOfUser): Promise<StoredMessage | undefined> {
    await lockMembership(manager, { roomId, userId });
    const named = [{ room_id: roomId, message_id: messageId }];
    const [message] = await readMessages(manager, named, { userId, sees: 'history' });
    return message?.isDeleted ? undefined : message;
  }
}
