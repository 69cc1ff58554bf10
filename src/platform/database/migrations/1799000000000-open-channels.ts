import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All members of a Channel may write in it, if its moderators want that. */
export class OpenChannels1799000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE rooms ADD COLUMN IF NOT EXISTS posting varchar(10) NOT NULL DEFAULT 'moderators'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rooms DROP COLUMN posting');
  }
}
