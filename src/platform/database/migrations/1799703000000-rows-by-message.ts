import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createIndexes, dropIndexes, FORMER_INDEXES_OF_ROOMS } from '../online-indexes.js';

/** Reactions, attachments and notifications are read by their messages or by their users, never by the room alone. */
export class RowsByMessage1799703000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, FORMER_INDEXES_OF_ROOMS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await createIndexes(runner, FORMER_INDEXES_OF_ROOMS);
  }
}
