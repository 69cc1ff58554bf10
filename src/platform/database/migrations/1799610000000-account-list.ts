import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, dropIndexes, INDEXES_OF_ACCOUNT_LIST } from '../online-indexes.js';

/** Administrators sort users by their activity, and find them by their e-mail addresses. */
export class AccountList1799610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createUnlessInUse(runner, INDEXES_OF_ACCOUNT_LIST);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, INDEXES_OF_ACCOUNT_LIST);
  }
}
