import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, dropIndexes, FILTER_INDEXES } from '../online-indexes.js';

/** Messages are found by their sender or their attachments, without words. */
export class SearchFilters1798220000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createUnlessInUse(runner, FILTER_INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, FILTER_INDEXES);
  }
}
