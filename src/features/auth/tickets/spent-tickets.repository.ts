import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/**
 * The maximum number of expired rows that one use removes, so that the table stays as small as what was used lately.
 */
const MOST_REMOVED = 100;

/** Makes a ticket usable once, on all nodes. Raw SQL: the removal skips rows that another use removes. */
@Injectable()
export class SpentTicketsRepository {
  /**
   * @param manager the transaction of what the ticket is used for
   * @param id any text that identifies the ticket
   * @param expiresAt the ticket is refused after this moment in any case
   * @returns false if the ticket was used before
   */
  async spend(manager: EntityManager, id: string, expiresAt: Date): Promise<boolean> {
    await manager.query(
      `DELETE FROM spent_tickets WHERE id IN (
         SELECT id FROM spent_tickets WHERE expires_at < now() - interval '5 minutes'
         ORDER BY expires_at LIMIT ${String(MOST_REMOVED)} FOR UPDATE SKIP LOCKED)`,
    );
    const spent = await manager.query<unknown[]>(
      'INSERT INTO spent_tickets (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id',
      [createHash('sha256').update(id).digest('hex'), expiresAt],
    );
    return spent.length > 0;
  }
}
