import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members have another name in a room. */
export class Nicknames1798700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE room_members ADD COLUMN IF NOT EXISTS nickname varchar(50)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE room_members DROP COLUMN nickname');
  }
}
