import type { MigrationInterface, QueryRunner } from 'typeorm';

import { changeKeysUnlessInUse, queryOf } from '../keys-by-room/change-keys-unless-in-use.js';
import { statementsToFormerKeys } from '../keys-by-room/key-steps.js';
import { DROP_PAIR_TRIGGERS, FILL_ALL_PAIRS, PAIR_KEY, WRITE_PAIRS } from '../keys-by-room/room-pairs.js';

/**
 * Every key of a table of rooms has `room_id` in it. A database that may be in use keeps the keys of release 0.2,
 * because nodes of that release need them: `parley migrate up` replaces them when none is left, without long locks.
 */
export class KeysByRoom1797200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE room_pairs (pair_key varchar(30) PRIMARY KEY, room_id uuid NOT NULL);
      CREATE INDEX room_pairs_room_id_idx ON room_pairs (room_id);
      ALTER TABLE nodes ADD COLUMN newest_migration bigint;
    `);
    const isChanged = await changeKeysUnlessInUse(runner);
    await runner.query(isChanged ? FILL_ALL_PAIRS : WRITE_PAIRS);
  }

  async down(runner: QueryRunner): Promise<void> {
    const query = queryOf(runner);
    await runner.query(DROP_PAIR_TRIGGERS);
    for (const statement of await statementsToFormerKeys(query)) await runner.query(statement);
    const [row] = await query<{ found: boolean }>(
      'SELECT EXISTS (SELECT FROM pg_constraint WHERE conname = $1) AS found',
      [PAIR_KEY],
    );
    if (!row?.found) await runner.query(`ALTER TABLE rooms ADD CONSTRAINT ${PAIR_KEY} UNIQUE (pair_key)`);
    await runner.query('DROP TABLE room_pairs; ALTER TABLE nodes DROP COLUMN newest_migration');
  }
}
