import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pushes of mentions that edits add. No row is rewritten. */
export class MentionPushes1798210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pushes ADD COLUMN edit_seq bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pushes DROP COLUMN edit_seq');
  }
}
