import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import { storedText } from '../../../platform/database/stored-text.js';
import { Room } from '../room.entity.js';

/** Settings of operators for how long a room keeps its messages. Raw SQL is what the
 * clock of the database decides. */
@Injectable()
export class RoomHoldsRepository {
  /** In a locked room. A second hold keeps the time of the first. @param reason undefined: the present one stays */
  async hold(manager: EntityManager, roomId: string, reason: string | undefined): Promise<void> {
    await HOLD.changes(manager, { room: roomId, reason: reason === undefined ? null : storedText(reason) });
  }

  /** In a locked room. */
  async release(manager: EntityManager, roomId: string): Promise<void> {
    await manager.update(Room, { id: roomId }, { heldAt: null, holdReason: null });
  }

  /** @param days 0: permanently; null: as long as other rooms of its type */
  async keepFor(manager: EntityManager, roomId: string, days: number | null): Promise<void> {
    await manager.update(Room, { id: roomId }, { retentionDays: days });
  }
}

const HOLD = statement('room_holds.hold', {
  parameters: { room: 'uuid', reason: 'text | null' },
  columns: {},
  text: ({ room, reason }) => `
    UPDATE rooms SET held_at = coalesce(held_at, now()), hold_reason = coalesce(${reason}, hold_reason)
    WHERE id = ${room}`,
});
