import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Polls and their votes. A message without a poll has no row there, and null in its own column: reading and storing it
 * costs as much as before.
 */
export class Polls1797761000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messages ADD COLUMN has_poll boolean;

      CREATE TABLE polls (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        message_id uuid NOT NULL,
        options text NOT NULL,
        is_multiple boolean NOT NULL,
        is_anonymous boolean NOT NULL,
        closes_at timestamptz,
        closed_at timestamptz,
        PRIMARY KEY (room_id, message_id)
      );

      CREATE TABLE poll_votes (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        message_id uuid NOT NULL,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        option smallint NOT NULL,
        voted_at timestamptz NOT NULL,
        PRIMARY KEY (room_id, message_id, user_id, option),
        FOREIGN KEY (room_id, message_id) REFERENCES polls (room_id, message_id) ON DELETE CASCADE
      );
      CREATE INDEX ON poll_votes (room_id, message_id, option, voted_at, user_id);
      CREATE INDEX ON poll_votes (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE poll_votes; DROP TABLE polls; ALTER TABLE messages DROP COLUMN has_poll');
  }
}
