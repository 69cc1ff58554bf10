import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, DIRECTORY_INDEXES, dropIndexes } from '../online-indexes.js';

/** Indexes by which the directories find users and public Channels. */
export class SearchIndexes1797720001000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return createUnlessInUse(runner, DIRECTORY_INDEXES);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropIndexes(runner, DIRECTORY_INDEXES);
  }
}
