import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import { unlockedOnly } from '../../../platform/database/unlocked-rows.js';

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
    await REMOVE_EXPIRED.changes(manager, {});
    const spent = await SPEND.rows(manager, { id: createHash('sha256').update(id).digest('hex'), expiresAt });
    return spent.length > 0;
  }
}

const REMOVE_EXPIRED = statement('spent_tickets.remove_expired', {
  parameters: {},
  columns: {},
  text: () => `
    DELETE FROM spent_tickets WHERE id IN (
      SELECT id FROM spent_tickets WHERE expires_at < now() - interval '5 minutes'
      ORDER BY expires_at LIMIT ${String(MOST_REMOVED)} ${unlockedOnly()})`,
});

const SPEND = statement('spent_tickets.spend', {
  parameters: { id: 'text', expiresAt: 'timestamptz' },
  columns: { id: 'text' },
  text: ({ id, expiresAt }) => `
    INSERT INTO spent_tickets (id, expires_at) VALUES (${id}, ${expiresAt}) ON CONFLICT DO NOTHING RETURNING id`,
});
