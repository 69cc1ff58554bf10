import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The private logs of users, and what members prefer for their rooms. No row is rewritten. */
export class PrivateLogs1797730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE private_logs (
        user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        last_seq bigint NOT NULL
      );
      CREATE TABLE private_changes (
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        seq bigint NOT NULL,
        kind varchar(20) NOT NULL,
        key varchar(100) NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, seq)
      );
      ALTER TABLE room_members
        ADD COLUMN is_favourite boolean NOT NULL DEFAULT false,
        ADD COLUMN archived_seq bigint,
        ADD COLUMN marked_unread_seq bigint;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE room_members DROP COLUMN is_favourite, DROP COLUMN archived_seq, DROP COLUMN marked_unread_seq;
      DROP TABLE private_changes, private_logs;
    `);
  }
}
