import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { ENDED_ROOM } from '../../platform/database/distribution/derived-rows.js';

/** Rows of one transaction: few, because timers of other kinds wait for it, and a message may have a thousand receipts. */
const BATCH = 200;

/** A table of rows of rooms without a foreign key to the room, and the column by which some of a room are named. */
type Table = readonly [name: string, column: string];

/** With a message, what belongs to it is deleted too, but for its mentions and its poll. */
const TABLES: readonly Table[] = [
  ['messages', 'id'],
  ['mentions', 'message_id'],
  ['polls', 'message_id'],
  ['message_deletions', 'message_id'],
  ['room_changes', 'seq'],
  ['room_notices', 'seq'],
];

const statement = ([name, column]: Table): string => `
  DELETE FROM ${name} WHERE room_id = $1 AND ${column} = ANY (ARRAY(
    SELECT ${column} FROM ${name} WHERE room_id = $1 LIMIT $2))`;

const STATEMENTS = TABLES.map(statement);

/** What rooms leave behind that do not exist any more. Raw SQL, because a statement deletes some rows of a room. */
@Injectable()
export class EndedRoomsRepository {
  constructor(private readonly source: DataSource) {}

  /** The ids of rooms that have ended, and may have left something. */
  async ended(): Promise<string[]> {
    const rows = await this.source.query<{ key: string }[]>('SELECT key FROM timers WHERE kind = $1', [ENDED_ROOM]);
    return rows.map(({ key }) => key);
  }

  /** Nothing of the room is left. */
  async done(manager: EntityManager, roomId: string): Promise<void> {
    await manager.query('DELETE FROM timers WHERE kind = $1 AND key = $2', [ENDED_ROOM, roomId]);
  }

  /** Deletes some rows of an ended room. @returns whether there may be more */
  async deleteSome(manager: EntityManager, roomId: string): Promise<boolean> {
    for (const text of STATEMENTS) {
      const [, count] = await manager.query<[unknown[], number]>(text, [roomId, BATCH]);
      if (count === BATCH) return true;
    }
    return false;
  }
}
