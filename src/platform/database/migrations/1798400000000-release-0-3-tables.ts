import type { MigrationInterface, QueryRunner } from 'typeorm';

import { changeKeysUnlessInUse, queryOf } from '../keys-by-room/change-keys-unless-in-use.js';
import { statementsToFormerKeys } from '../keys-by-room/key-steps.js';
import { DROP_PAIR_TRIGGERS, FILL_ALL_PAIRS, PAIR_KEY, WRITE_PAIRS } from '../keys-by-room/room-pairs.js';
import { createUnlessInUse, dropIndexes, INDEXES_OF_0_3 } from '../online-indexes.js';
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
 * The tables of release 0.2 become those of 0.3.
 *
 * Every key of a table of rooms has `room_id` in it, and messages have no foreign keys. A database that may be in use
 * keeps the keys of release 0.2, because nodes of that release need them: `parley migrate up` replaces them when none is
 * left, without long locks. It creates indexes of tables in use in the same way.
 */
export class Release03Tables1798400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { up } of PARTS) await runner.query(up);
    await runner.query(ROOM_PAIRS);
    const isChanged = await changeKeysUnlessInUse(runner);
    await runner.query(isChanged ? FILL_ALL_PAIRS : WRITE_PAIRS);
    await createUnlessInUse(runner, INDEXES_OF_0_3);
    await dropRoomKeys(runner);
  }

  /** Reverts to the tables of release 0.2, with the keys of that release. */
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
