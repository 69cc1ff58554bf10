import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A OneToOneChat that one of its two users has deleted: the room keeps who and since when, and a membership that comes
 * back sees only later messages. No row is rewritten. Nodes of the previous release ignore the columns: what they store
 * meanwhile in a hidden chat is shown when the user returns, because it has a number above `hidden_seq`.
 */
export class HiddenChats1796200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rooms
        ADD COLUMN hidden_user_id integer REFERENCES users ON DELETE SET NULL,
        ADD COLUMN hidden_seq bigint;
      CREATE INDEX rooms_hidden_user_id_idx ON rooms (hidden_user_id) WHERE hidden_user_id IS NOT NULL;
      ALTER TABLE room_members ADD COLUMN history_seq bigint NOT NULL DEFAULT 0;
    `);
  }

  /** The users see the chats that they had deleted again, with all messages: without the columns nothing hides them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      WITH returned AS (
        INSERT INTO room_members (room_id, user_id, joined_seq, delivered_seq, read_seq, change_seq)
        SELECT id, hidden_user_id, last_seq, last_seq, last_seq, last_seq FROM rooms WHERE hidden_user_id IS NOT NULL
        RETURNING user_id
      )
      UPDATE users SET rooms_version = rooms_version + 1 WHERE id IN (SELECT user_id FROM returned);
      ALTER TABLE room_members DROP COLUMN history_seq;
      ALTER TABLE rooms DROP COLUMN hidden_user_id, DROP COLUMN hidden_seq;
    `);
  }
}
