import type { Rule } from './rules.js';

/** Statements that may break rules. */
export interface Exception {
  /** A part of their text that no others have, without line breaks. */
  readonly part: string;
  readonly rules: readonly Rule[];
  readonly reason: string;
  /** The tier that sends them in any case; by default `stories`. */
  readonly tier?: 'postgres';
}

const NOT_YET = 'not changed yet';

export const EXCEPTIONS: readonly Exception[] = [
  // Messages with their senders, as every answer shows them.
  { part: 'WITH naming AS MATERIALIZED', rules: ['join'], reason: NOT_YET },
  {
    part: 'WITH wanted AS ( SELECT * FROM unnest',
    rules: ['modifyingWith', 'volatile'],
    reason: 'stores the messages of many rooms at once, which a spread database does room by room',
  },

  // Changes of messages, and receipts.
  { part: 'SET "content" = $1, "is_edited" = $2', rules: ['volatile'], reason: NOT_YET },
  { part: 'SET "is_deleted" = $1, "change_seq" = $2', rules: ['volatile'], reason: NOT_YET },
  { part: 'id = ANY ($1) AS asked FROM messages', rules: ['lock'], reason: NOT_YET },
  { part: 'FROM messages m WHERE id = ANY ($1) AND room_id = ANY ($2)', rules: ['lock'], reason: NOT_YET },
  { part: 'WHERE r.id IN (SELECT room_id FROM messages WHERE id = ANY ($2))', rules: ['lock'], reason: NOT_YET },
  { part: 'SELECT least(r.last_seq, $3) AS up_to_seq', rules: ['lock'], reason: NOT_YET },
  { part: 'WITH newest AS ( SELECT m.id FROM messages m', rules: ['lock'], reason: NOT_YET },
  { part: 'WHERE m.id = ANY ($1) FOR KEY SHARE OF s SKIP LOCKED', rules: ['lock'], reason: NOT_YET },

  // Changes of rooms.
  { part: 'WITH made AS ( INSERT INTO rooms', rules: ['modifyingWith'], reason: NOT_YET },
  { part: 'WITH numbered AS ( UPDATE rooms', rules: ['modifyingWith'], reason: NOT_YET },
  { part: 'asked AS (DELETE FROM join_requests', rules: ['modifyingWith'], reason: NOT_YET },
  { part: 'WITH ended AS (DELETE FROM room_members', rules: ['modifyingWith'], reason: NOT_YET },

  // The deletion of a user.
  { part: `pair_key IS NOT NULL AS "isPair", last_seq + 1 AS seq`, rules: ['lock'], reason: NOT_YET },
  { part: 'WHERE id = $1 OR id IN (SELECT user_id FROM room_members', rules: ['join'], reason: NOT_YET },
  { part: "SELECT log.room_id, log.seq, 'members.removed'", rules: ['join'], reason: NOT_YET },
  { part: 'WITH passed_on AS ( UPDATE rooms r', rules: ['modifyingWith'], reason: NOT_YET },

  // The last numbers of all rooms, when an epoch begins.
  { part: 'INSERT INTO epoch_rooms (room_id, epoch_id, last_seq) SELECT', rules: ['join'], reason: NOT_YET },

  // Commands on one server.
  {
    part: 'EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM rooms) AS used',
    rules: ['join'],
    reason: 'checks that a database is empty before the import, after which it can be spread',
    tier: 'postgres',
  },
  {
    part: 'FOR NO KEY UPDATE OF t SKIP LOCKED ) UPDATE',
    rules: ['lock'],
    reason: 'moves rows within the files of one server, and waits for no lock',
    tier: 'postgres',
  },
  {
    part: 'WITH next AS ( SELECT id, pair_key FROM rooms',
    rules: ['join', 'lock'],
    reason: 'prepares the keys by room, without which a database cannot be spread',
    tier: 'postgres',
  },
  {
    part: 'pg_snapshot_xmax(pg_current_snapshot())::text AS transaction',
    rules: ['ofOneServer'],
    reason: 'compares the server that "parley move" copies with its former state',
    tier: 'postgres',
  },
];
