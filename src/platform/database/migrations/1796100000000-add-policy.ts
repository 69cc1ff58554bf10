import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may add a user to rooms; null is the default of the deployment. A column without a default rewrites no table. */
export class AddPolicy1796100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN add_policy varchar(10)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN add_policy');
  }
}
