import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { ReceiptGrant } from '../messages/message.policy.js';

/** A notification of a reaction to a message of the user. */
interface ReactionNotification {
  readonly id: string;
  readonly messageId: string;
}

/** The stored notifications, which are those of reactions; the others are derived from the pending messages. */
@Injectable()
export class ReactionNotificationsRepository {
  /** The notifications of the user with these ids. */
  named(manager: EntityManager, { userId }: ReceiptGrant, ids: readonly string[]): Promise<ReactionNotification[]> {
    return manager.query<ReactionNotification[]>(
      `SELECT id, message_id AS "messageId" FROM notifications WHERE user_id = $1 AND id = ANY ($2)`,
      [userId, ids],
    );
  }

  /**
   * Removes notifications. Their messages must be locked before, in the common order.
   * @returns whether any existed
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
