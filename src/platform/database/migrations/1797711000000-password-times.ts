import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When the password of a user was last set. The column is null for passwords that were set before, or by a program of
 * the previous release. No row is rewritten.
 */
export class PasswordTimes1797711000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN password_set_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN password_set_at');
  }
}
