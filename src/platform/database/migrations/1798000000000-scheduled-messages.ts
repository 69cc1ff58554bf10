import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scheduled messages. No row is rewritten. */
export class ScheduledMessages1798000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE scheduled_messages (
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        id uuid NOT NULL,
        room_id uuid NOT NULL,
        body text NOT NULL,
        send_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        version integer NOT NULL DEFAULT 1,
        message_id uuid,
        attempts integer NOT NULL DEFAULT 0,
        PRIMARY KEY (user_id, id)
      );
      CREATE INDEX scheduled_messages_listed ON scheduled_messages (user_id, send_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE scheduled_messages');
  }
}
