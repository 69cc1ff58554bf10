import type { QueryRunner } from 'typeorm';

/** Tables whose rows are as many as the messages of a room, or its changes. */
const TABLES = [
  'message_deletions',
  'receipts',
  'reactions',
  'attachments',
  'notifications',
  'mentions',
  'polls',
  'poll_votes',
  'room_changes',
  'room_notices',
] as const;

const keyOf = (table: string): string => `${table}_room_id_fkey`;

/**
 * A room ends in a transaction that does not depend on the number of its messages: what belongs to them has no foreign
 * key to the room, and is deleted in batches.
 */
export async function dropRoomKeys(runner: QueryRunner): Promise<void> {
  for (const table of TABLES) {
    await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${keyOf(table)}`);
  }
}

/** Deletes what is left of ended rooms, and restores the keys. */
export async function restoreRoomKeys(runner: QueryRunner): Promise<void> {
  const ended = 'NOT EXISTS (SELECT FROM rooms r WHERE r.id = room_id)';
  await runner.query(`DELETE FROM messages WHERE ${ended}`);
  await runner.query("DELETE FROM timers WHERE kind = 'ended_room'");
  for (const table of TABLES) {
    await runner.query(`DELETE FROM ${table} WHERE ${ended}`);
    await runner.query(
      `ALTER TABLE ${table} ADD CONSTRAINT ${keyOf(table)} FOREIGN KEY (room_id) REFERENCES rooms ON DELETE CASCADE`,
    );
  }
}
