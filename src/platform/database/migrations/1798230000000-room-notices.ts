import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is shown of changes of rooms among their messages. Rooms that exist have no notices of earlier changes. */
export class RoomNotices1798230000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rooms ADD COLUMN messages_removed_before timestamptz;

      CREATE TABLE room_notices (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        seq bigint NOT NULL,
        kind varchar(20) NOT NULL,
        actor_id integer,
        user_ids integer[] NOT NULL,
        user_count integer NOT NULL,
        name text,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (room_id, seq)
      );
      CREATE INDEX ON room_notices (actor_id);
      CREATE INDEX room_notices_users_idx ON room_notices USING gin (user_ids);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE room_notices; ALTER TABLE rooms DROP COLUMN messages_removed_before');
  }
}
