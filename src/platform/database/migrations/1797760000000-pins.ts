import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, dropIndexes, PIN_INDEXES } from '../online-indexes.js';

/** Pins of messages. The columns of a message that is not pinned are null, which costs it nothing. */
export class Pins1797760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messages
        ADD COLUMN pinned_seq bigint,
        ADD COLUMN pinned_by integer,
        ADD COLUMN pinned_at timestamptz`);
    await createUnlessInUse(runner, PIN_INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, PIN_INDEXES);
    await runner.query(`
      ALTER TABLE messages DROP COLUMN pinned_seq, DROP COLUMN pinned_by, DROP COLUMN pinned_at`);
  }
}
