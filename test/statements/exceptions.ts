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

export const EXCEPTIONS: readonly Exception[] = [
  {
    part: 'WITH wanted AS ( SELECT * FROM unnest',
    rules: ['modifyingWith', 'volatile', 'join'],
    reason:
      'stores the messages of many rooms and the followers of their threads at once, which a spread database does room by room',
  },

  {
    part: 'INSERT INTO epoch_rooms (room_id, epoch_id, last_seq) SELECT',
    rules: ['join'],
    reason: 'joins nothing: it copies the numbers of all rooms, and in parts it would note numbers taken meanwhile',
  },

  // Commands on one server.
  {
    part: 'EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM rooms) AS used',
    rules: ['join'],
    reason: 'checks that a database is empty before the import, after which it can be spread',
    tier: 'postgres',
  },
  {
    part: 'pg_snapshot_xmax(pg_current_snapshot())::text AS transaction',
    rules: ['ofOneServer'],
    reason: 'compares the server that "parley move" copies with its former state',
    tier: 'postgres',
  },
];
