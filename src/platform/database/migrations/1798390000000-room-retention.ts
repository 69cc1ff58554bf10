import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, dropIndexes, RETENTION_INDEXES } from '../online-indexes.js';

/** Rooms whose messages are kept for another time than those of other rooms. No row is rewritten. */
export class RoomRetention1798390000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rooms ADD COLUMN retention_days integer');
    await createUnlessInUse(runner, RETENTION_INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, RETENTION_INDEXES);
    await runner.query('ALTER TABLE rooms DROP COLUMN retention_days');
  }
}
