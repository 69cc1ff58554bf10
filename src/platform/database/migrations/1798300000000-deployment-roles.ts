import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, dropIndexes, ROLE_INDEXES } from '../online-indexes.js';

/** Moderators and administrators of the deployment. Constant defaults: no row is rewritten. */
export class DeploymentRoles1798300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN role varchar(10) NOT NULL DEFAULT 'user',
        ADD COLUMN role_version integer NOT NULL DEFAULT 0
    `);
    await createUnlessInUse(runner, ROLE_INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, ROLE_INDEXES);
    await runner.query('ALTER TABLE users DROP COLUMN role, DROP COLUMN role_version');
  }
}
