import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a user sees of a log-in: when, from where and on which device it was made, and when it was last active; and the
 * log-in of a connection. All columns are null for present rows, and for those of nodes of the previous release. No row
 * is rewritten.
 */
export class LogInOrigins1797710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE refresh_tokens ADD COLUMN created_at timestamptz, ADD COLUMN device text, ADD COLUMN address text,
        ADD COLUMN active_at timestamptz`);
    await runner.query('ALTER TABLE sessions ADD COLUMN log_in uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN log_in');
    await runner.query(`
      ALTER TABLE refresh_tokens DROP COLUMN created_at, DROP COLUMN device, DROP COLUMN address,
        DROP COLUMN active_at`);
  }
}
