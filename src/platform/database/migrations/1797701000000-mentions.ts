import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Mentions of users and of whole rooms. A message without any has no row there, and null in its own column: reading and
 * storing it costs as much as before.
 */
export class Mentions1797701000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messages ADD COLUMN has_mentions boolean;

      CREATE TABLE mentions (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        message_id uuid NOT NULL,
        user_id integer NOT NULL,
        seq bigint NOT NULL,
        PRIMARY KEY (room_id, message_id, user_id)
      );
      CREATE INDEX ON mentions (user_id, room_id, seq);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mentions; ALTER TABLE messages DROP COLUMN has_mentions');
  }
}
