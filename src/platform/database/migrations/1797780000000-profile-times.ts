import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When what other users see of a user last changed, for users who were not connected then. No row is rewritten. */
export class ProfileTimes1797780000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN profile_changed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN profile_changed_at');
  }
}
