import { randomUUID } from 'node:crypto';

import type pg from 'pg';

/** The tables whose rows of a room stay when it ends, until a timer deletes them. */
export const LEFT_BY_ENDED_ROOMS = [
  'messages',
  'receipts',
  'reactions',
  'mentions',
  'attachments',
  'message_deletions',
  'room_changes',
  'room_notices',
  'polls',
  'poll_votes',
  'notifications',
];

/**
 * Takes the lease of the timers, so that no node runs them: what ended rooms leave behind stays, in place of going a
 * moment later, while something else is counted or compared.
 */
export async function keepTimers(database: pg.ClientBase): Promise<void> {
  await database.query(
    `INSERT INTO leases (name, holder, fence, expires_at) VALUES ('timers', $1, 1, now() + interval '1 day')
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, fence = leases.fence + 1, expires_at = excluded.expires_at`,
    [randomUUID()],
  );
}

/** Deletes what ended rooms have left behind, as their timers would. */
export async function emptyEndedRooms(database: pg.ClientBase): Promise<void> {
  for (const table of LEFT_BY_ENDED_ROOMS) {
    await database.query(`DELETE FROM ${table} WHERE NOT EXISTS (SELECT FROM rooms r WHERE r.id = room_id)`);
  }
  await database.query("DELETE FROM timers WHERE kind = 'ended_room'");
}
