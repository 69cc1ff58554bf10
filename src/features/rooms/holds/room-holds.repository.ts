import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { storedText } from '../../../platform/database/stored-text.js';

/** Settings of operators for how long a room keeps its messages. Raw SQL, because the clock of the database decides. */
@Injectable()
export class RoomHoldsRepository {
  /** In a locked room. A second hold keeps the time of the first. @param reason undefined: the present one stays */
  async hold(manager: EntityManager, roomId: string, reason: string | undefined): Promise<void> {
    await manager.query(
      'UPDATE rooms SET held_at = coalesce(held_at, now()), hold_reason = coalesce($2, hold_reason) WHERE id = $1',
      [roomId, reason === undefined ? null : storedText(reason)],
    );
  }

  /** In a locked room. */
  async release(manager: EntityManager, roomId: string): Promise<void> {
    await manager.query('UPDATE rooms SET held_at = NULL, hold_reason = NULL WHERE id = $1', [roomId]);
  }

  /** @param days 0: permanently; null: as long as other rooms of its type */
  async keepFor(manager: EntityManager, roomId: string, days: number | null): Promise<void> {
    await manager.query('UPDATE rooms SET retention_days = $2 WHERE id = $1', [roomId, days]);
  }
}
