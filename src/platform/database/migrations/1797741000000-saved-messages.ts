import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Saved messages with their reminders, and pushes of reminders. No row is rewritten. */
export class SavedMessages1797741000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE saved_messages (
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        message_id uuid NOT NULL,
        room_id uuid NOT NULL,
        saved_at timestamptz NOT NULL,
        remind_at timestamptz,
        PRIMARY KEY (user_id, message_id)
      );
      CREATE INDEX saved_messages_listed ON saved_messages (user_id, saved_at, message_id);
      ALTER TABLE pushes ADD COLUMN is_reminder boolean NOT NULL DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pushes DROP COLUMN is_reminder; DROP TABLE saved_messages');
  }
}
