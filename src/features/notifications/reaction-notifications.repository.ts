import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { ReceiptGrant } from '../messages/message.policy.js';
import { Notification } from './notification.entity.js';

/** A notification of a reaction to a message of the user. */
export type ReactionNotification = Readonly<Pick<Notification, 'id' | 'messageId'>>;

/** The stored notifications, which are those of reactions; the others are derived from the pending messages. */
@Injectable()
export class ReactionNotificationsRepository {
  /** The notifications of the user in the room with these ids. */
  named(
    manager: EntityManager,
    { userId, roomId }: ReceiptGrant,
    ids: readonly string[],
  ): Promise<ReactionNotification[]> {
    return manager.find(Notification, {
      select: { id: true, messageId: true },
      where: { userId, roomId, id: Any(ids) },
    });
  }

  /**
   * Removes notifications. Their messages must be locked before, in the common order.
   * @returns whether any existed
   */
  async remove(
    manager: EntityManager,
    { userId, roomId }: ReceiptGrant,
    notifications: readonly ReactionNotification[],
  ): Promise<boolean> {
    const ids = notifications.map(({ id }) => id);
    const { affected } = await manager.delete(Notification, { userId, roomId, id: Any(ids) });
    return affected !== 0;
  }
}
