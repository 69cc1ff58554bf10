import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The texts that users are writing. No row is rewritten. */
export class Drafts1797900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE drafts (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        user_id integer NOT NULL,
        place_id uuid NOT NULL,
        content text NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (room_id, user_id, place_id),
        FOREIGN KEY (room_id, user_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE
      );
      CREATE INDEX ON drafts (user_id, room_id, place_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE drafts');
  }
}
