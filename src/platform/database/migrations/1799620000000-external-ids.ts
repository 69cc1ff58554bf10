import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users of a product are known by its own ids. */
export class ExternalIds1799620000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN IF NOT EXISTS external_id varchar(200) UNIQUE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN external_id');
  }
}
