import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a message carries besides its text. The columns are null in all present rows, and in those that nodes of the
 * previous release write, so no row is rewritten.
 */
export class MessageParts1797700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messages
        ADD COLUMN kind text,
        ADD COLUMN metadata text,
        ADD COLUMN is_silent boolean,
        ADD COLUMN edited_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messages DROP COLUMN kind, DROP COLUMN metadata, DROP COLUMN is_silent, DROP COLUMN edited_at`);
  }
}
