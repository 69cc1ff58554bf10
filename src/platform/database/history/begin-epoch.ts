import type { Query } from '../query.js';

/** Why an epoch began. The first one of a database is `installed`. */
export type EpochReason = 'restored' | 'declared' | 'moved' | 'rewound';

/**
 * SQL: the server, the database, the table and the timeline. Tables that were restored have another origin, and so have
 * those of a server whose archive was recovered, or whose standby was promoted.
 */
export const ORIGIN = `(
  SELECT concat_ws('/', s.system_identifier, d.oid, to_regclass('epochs')::oid,
    substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))
  FROM pg_control_system() s JOIN pg_database d ON d.datname = current_database())`;

/**
 * Begins an epoch, and notes the last number of every room: a position of a client of the epoch before is valid up to
 * that. A number must not be noted after a later message has taken it, because a client may know it as the number of a
 * lost one. So the numbers are read in one statement, as early and as fast as possible. A distributed database runs it
 * too: the workers send the numbers, and the coordinator stores them. Raw SQL, because a restored database is opened
 * without entities.
 * @param query runs a statement in the transaction that all of them share
 * @returns the id of the epoch
 */
export async function beginEpoch(query: Query, reason: EpochReason): Promise<string> {
  const [begun] = await query<{ id: string }>(
    `INSERT INTO epochs (id, number, parent_id, reason, origin)
     SELECT gen_random_uuid(), number + 1, id, $1, ${ORIGIN} FROM epochs ORDER BY number DESC LIMIT 1 RETURNING id`,
    [reason],
  );
  if (!begun) throw new Error('the database has no epoch');
  await query('INSERT INTO epoch_rooms (room_id, epoch_id, last_seq) SELECT id, $1, last_seq FROM rooms', [begun.id]);
  return begun.id;
}
