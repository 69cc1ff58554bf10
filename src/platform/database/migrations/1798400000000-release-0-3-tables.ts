import type { MigrationInterface, QueryRunner } from 'typeorm';

import { dropIndexes, INDEXES_OF_0_3 } from '../online-indexes.js';
import { queryOf } from '../query.js';
import { statementsToFormerKeys } from './keys-by-room/key-statements.js';
import { DROP_PAIR_TRIGGERS, PAIR_KEY } from './keys-by-room/room-pairs.js';
import { UNMARKED } from './release-mark.js';
import { BOUNDED_JSON } from './release-0-3/bounded-json.js';
import { FEED_BY_ROW, SEARCHED_TEXT } from './release-0-3/functions.js';
import { MESSAGES } from './release-0-3/messages.js';
import { OPERATIONS } from './release-0-3/operations.js';
import { PEOPLE } from './release-0-3/people.js';
import { dropRoomKeys, restoreRoomKeys } from './release-0-3/room-keys.js';
import { ROOMS } from './release-0-3/rooms.js';

const PARTS = [BOUNDED_JSON, PEOPLE, ROOMS, MESSAGES, OPERATIONS, FEED_BY_ROW, SEARCHED_TEXT];

const ROOM_PAIRS = `
  CREATE TABLE room_pairs (pair_key varchar(30) PRIMARY KEY, room_id uuid NOT NULL);
  CREATE INDEX room_pairs_room_id_idx ON room_pairs (room_id);
`;

/**
 * Makes the tables of release 0.3, with the keys of the release before. Their indexes follow the keys by room: of
 * indexes that cost the same, PostgreSQL takes the newest.
 */
export class Release03Tables1798400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { up } of PARTS) await runner.query(up);
    await runner.query(ROOM_PAIRS);
    await dropRoomKeys(runner);
  }

  /** Reverts to the tables and the keys of the release before. */
  async down(runner: QueryRunner): Promise<void> {
    const query = queryOf(runner);
    await runner.query(UNMARKED);
    await restoreRoomKeys(runner);
    await dropIndexes(runner, INDEXES_OF_0_3);
    await runner.query(DROP_PAIR_TRIGGERS);
    for (const statement of await statementsToFormerKeys(query)) await runner.query(statement);
    const [row] = await query<{ found: boolean }>(
      'SELECT EXISTS (SELECT FROM pg_constraint WHERE conname = $1) AS found',
      [PAIR_KEY],
    );
    if (!row?.found) await runner.query(`ALTER TABLE rooms ADD CONSTRAINT ${PAIR_KEY} UNIQUE (pair_key)`);
    await runner.query('DROP TABLE room_pairs');
    for (const { down } of PARTS.toReversed()) await runner.query(down);
  }
}
