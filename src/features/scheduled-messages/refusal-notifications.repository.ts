import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../platform/database/statement.js';

/** The pending notifications of refused scheduled messages. Raw SQL, because it returns which ones there were. */
@Injectable()
export class RefusalNotificationsRepository {
  /** Ends notifications of the user. The messages stay refused. @returns the number of those that were pending */
  async acknowledge(manager: EntityManager, userId: number, ids: readonly string[]): Promise<number> {
    return ACKNOWLEDGE.changes(manager, { user: userId, notifications: ids });
  }
}

const ACKNOWLEDGE = statement('refusal_notifications.acknowledge', {
  parameters: { user: 'int4', notifications: 'uuid[]' },
  columns: {},
  isPrepared: true,
  text: ({ user, notifications }) => `
    UPDATE scheduled_messages SET notification_id = NULL
    WHERE user_id = ${user} AND notification_id = ANY (${notifications})`,
});
