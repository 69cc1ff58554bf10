import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../platform/database/prepared.js';

/** The pending notifications of refused scheduled messages. Raw SQL, because it returns which ones there were. */
@Injectable()
export class RefusalNotificationsRepository {
  /** Ends notifications of the user. The messages stay refused. @returns the number of those that were pending */
  async acknowledge(manager: EntityManager, userId: number, ids: readonly string[]): Promise<number> {
    const [, count] = await manager.query<[unknown[], number]>(ACKNOWLEDGE, [userId, ids]);
    return count;
  }
}

const ACKNOWLEDGE = prepared(`
  UPDATE scheduled_messages SET notification_id = NULL WHERE user_id = $1 AND notification_id = ANY ($2)`);
