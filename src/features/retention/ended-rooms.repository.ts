import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { ENDED_ROOM } from '../../platform/database/distribution/derived-rows.js';
import { statement } from '../../platform/database/statement.js';

/** Rows of one transaction: few, because timers of other kinds wait for it, and a message may have a thousand receipts. */
const BATCH = 200;

/** What rooms leave behind that do not exist any more. Raw SQL, because a statement deletes some rows of a room. */
@Injectable()
export class EndedRoomsRepository {
  constructor(private readonly source: DataSource) {}

  /** The ids of rooms that have ended, and may have left something. */
  async ended(): Promise<string[]> {
    const rows = await ENDED.rows(this.source, { kind: ENDED_ROOM });
    return rows.map(({ key }) => key);
  }

  /** Deletes some rows of an ended room. @returns whether there may be more */
  async deleteSome(manager: EntityManager, roomId: string): Promise<boolean> {
    for (const table of LEFT) {
      if ((await table.changes(manager, { room: roomId, most: BATCH })) === BATCH) return true;
    }
    return false;
  }
}

const ENDED = statement('ended_rooms.ended', {
  parameters: { kind: 'text' },
  columns: { key: 'text' },
  text: ({ kind }) => `SELECT key FROM timers WHERE kind = ${kind}`,
});

/**
 * Deletes some rows of a table without a foreign key to the room.
 * @param column by which some rows of a room are named
 */
const left = (table: string, column: string) =>
  statement(`ended_rooms.${table}`, {
    parameters: { room: 'uuid', most: 'int8' },
    columns: {},
    text: ({ room, most }) => `
      DELETE FROM ${table} WHERE room_id = ${room} AND ${column} = ANY (ARRAY(
        SELECT ${column} FROM ${table} WHERE room_id = ${room} LIMIT ${most}))`,
  });

/** With a message, what belongs to it is deleted too, but for its mentions and its poll. */
const LEFT = [
  left('messages', 'id'),
  left('mentions', 'message_id'),
  left('polls', 'message_id'),
  left('message_deletions', 'message_id'),
  left('room_changes', 'seq'),
  left('room_notices', 'seq'),
];
