import { Injectable } from '@nestjs/common';

import { statement } from '../../../platform/database/statement.js';
import type { Snapshot } from '../../../platform/database/unit-of-work.js';

/** Numbers from `first` to `last`. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** The latest numbers of a room and of its records. */
export interface LogState {
  /** The number of the latest change, by the room. */
  readonly lastSeq: number;
  /** The highest number that a record has; 0: there is no record. */
  readonly highestSeq: number;
  /** The first of the newest numbers that is known to be recent; null: none is. */
  readonly firstRecent: number | null;
}

/** Numbers without a record: the first ranges of them, and how many there are in all. */
export interface LogGaps {
  readonly ranges: readonly NumberRange[];
  readonly total: number;
}

/** The numbers that a check looks at, at most. */
const MOST_NUMBERS = 100_000;
/** The ranges that one check returns. */
const MOST_RANGES = 100;
/** Every record of a change from this time on is kept: they are deleted when they are a day old. */
const RECENT = "now() - interval '23 hours'";

/** The numbers of the log of a room, and which of them have records. Raw SQL: the database compares them. */
@Injectable()
export class RoomLogCheckRepository {
  /** @returns undefined if there is no such room */
  async state({ manager }: Snapshot, roomId: string): Promise<LogState | undefined> {
    return STATE.row(manager, { room: roomId });
  }

  async gaps({ manager }: Snapshot, roomId: string, { first, last }: NumberRange): Promise<LogGaps> {
    const rows = await GAPS.rows(manager, { room: roomId, first, last });
    return {
      ranges: rows.map(({ first: from, last: upTo }) => ({ first: from, last: upTo })),
      total: rows[0]?.total ?? 0,
    };
  }
}

const highest = (room: string, column: string, table: string): string =>
  `coalesce((SELECT max(${column}) FROM ${table} WHERE room_id = ${room}), 0)`;
const firstRecent = (room: string, table: string): string =>
  `(SELECT min(x.seq) FROM ${table} x WHERE x.room_id = ${room} AND x.seq > r.last_seq - ${String(MOST_NUMBERS)}
     AND x.created_at >= ${RECENT})`;

const STATE = statement('room_log_check.state', {
  parameters: { room: 'uuid' },
  columns: { lastSeq: 'int8', highestSeq: 'int8', firstRecent: 'int8 | null' },
  text: ({ room }) => `
    SELECT r.last_seq AS "lastSeq",
      greatest(r.change_seq, ${highest(room, 'seq', 'messages')}, ${highest(room, 'seq', 'room_changes')},
        ${highest(room, 'change_seq', 'message_deletions')}) AS "highestSeq",
      least(${firstRecent(room, 'messages')}, ${firstRecent(room, 'room_changes')}) AS "firstRecent"
    FROM rooms r WHERE r.id = ${room}`,
});

/** A deletion has a higher number than its message, so that the index by the numbers of deletions limits both. */
const GAPS = statement('room_log_check.gaps', {
  parameters: { room: 'uuid', first: 'int8', last: 'int8' },
  columns: { first: 'int8', last: 'int8', total: 'int8' },
  text: ({ room, first, last }) => `
    SELECT before + 1 AS first, next - 1 AS last, (sum(next - before - 1) OVER ())::bigint AS total FROM (
      SELECT seq AS before, lead(seq, 1, ${last}::bigint + 1) OVER (ORDER BY seq) AS next FROM (
        SELECT ${first}::bigint - 1 AS seq
        UNION SELECT seq FROM messages WHERE room_id = ${room} AND seq BETWEEN ${first} AND ${last}
        UNION SELECT seq FROM room_changes WHERE room_id = ${room} AND seq BETWEEN ${first} AND ${last}
        UNION SELECT change_seq FROM message_deletions WHERE room_id = ${room} AND change_seq BETWEEN ${first} AND ${last}
        UNION SELECT seq FROM message_deletions
          WHERE room_id = ${room} AND change_seq > ${first} AND seq BETWEEN ${first} AND ${last}
      ) known) numbers
    WHERE next > before + 1 ORDER BY before LIMIT ${String(MOST_RANGES)}`,
});
