import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, dropIndexes, INDEX_OF_FILE_NAMES } from '../online-indexes.js';

/** Messages are found by the names of their files. */
export class FileNames1798600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createUnlessInUse(runner, [INDEX_OF_FILE_NAMES]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, [INDEX_OF_FILE_NAMES]);
  }
}
