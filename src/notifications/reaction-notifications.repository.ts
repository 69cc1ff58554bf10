import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { ReceiptGrant } from '../messages/index.js';

/** That somebody reacted to a message of the user's. */
interface ReactionNotification {
  readonly id: string;
  readonly messageId: string;
}

/** The notifications that are stored; all others follow from the messages that wait. */
@Injectable()
export class ReactionNotificationsRepository {
  /** Those of the user's that have one of these ids. */
  named(manager: EntityManager, { userId }: ReceiptGrant, ids: readonly string[]): Promise<ReactionNotification[]> {
    return manager.query<ReactionNotification[]>(
      `SELECT id, message_id AS "messageId" FROM notifications WHERE user_id = $1 AND id = ANY ($2)`,
      [userId, ids],
    );
  }

  /**
   * Removes these. Their messages are locked before, in the order in which everybody does.
   * @returns whether any was there
   */
  async remove(
    manager: EntityManager,
    { userId }: ReceiptGrant,
    notifications: readonly ReactionNotification[],
  ): Promise<boolean> {
    const [, removed] = await manager.query<[unknown[], number]>(
      `DELETE FROM notifications WHERE user_id = $1 AND id = ANY ($2)`,
      [userId, notifications.map(({ id }) => id)],
    );
    return removed > 0;
  }
}
