import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, dropIndexes, HOLD_INDEXES } from '../online-indexes.js';

/** Rooms in which an operator stops every deletion. Few rooms are held, so the index is small. No row is rewritten. */
export class RoomHolds1798380000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rooms ADD COLUMN held_at timestamptz, ADD COLUMN hold_reason text;
    `);
    await createUnlessInUse(runner, HOLD_INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, HOLD_INDEXES);
    await runner.query('ALTER TABLE rooms DROP COLUMN held_at, DROP COLUMN hold_reason');
  }
}
