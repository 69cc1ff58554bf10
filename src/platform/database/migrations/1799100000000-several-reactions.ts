import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, dropIndexes, INDEX_OF_FURTHER_REACTIONS } from '../online-indexes.js';

/**
 * A user may have several reactions to a message. A row stays one user's reactions to one message: notifications refer
 * to it, and an earlier release knows its first one.
 */
export class SeveralReactions1799100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rooms ADD COLUMN IF NOT EXISTS reactions varchar(4) NOT NULL DEFAULT 'one'`);
    await runner.query('ALTER TABLE reactions ADD COLUMN IF NOT EXISTS further jsonb');
    await createUnlessInUse(runner, [INDEX_OF_FURTHER_REACTIONS]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, [INDEX_OF_FURTHER_REACTIONS]);
    await runner.query('ALTER TABLE reactions DROP COLUMN further');
    await runner.query('ALTER TABLE rooms DROP COLUMN reactions');
  }
}
