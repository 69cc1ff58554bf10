import type { MigrationInterface, QueryRunner } from 'typeorm';

import { isInUse } from '../keys-by-room/change-keys-unless-in-use.js';
import { createSearchIndexes, dropSearchIndexes } from '../search-indexes.js';

/**
 * Indexes by which the directories find users and public Channels. In a database that may be in use they are created
 * after the migrations, without locking writes.
 */
export class SearchIndexes1797720001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (await isInUse(runner)) return;
    for (const statement of createSearchIndexes) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of dropSearchIndexes) await runner.query(statement);
  }
}
