import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who blocks whom, and the chats of two that are closed by it. The table is new and empty, and no row is rewritten. */
export class UserBlocks1798310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE user_blocks (
        blocker_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        blocked_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        blocked_at timestamptz NOT NULL,
        PRIMARY KEY (blocker_id, blocked_id)
      );
      CREATE INDEX user_blocks_blocked ON user_blocks (blocked_id, blocker_id);
      ALTER TABLE rooms ADD COLUMN is_closed boolean NOT NULL DEFAULT false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rooms DROP COLUMN is_closed;
      DROP TABLE user_blocks;
    `);
  }
}
