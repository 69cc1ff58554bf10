import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who may not write in a room, or not be members of it. */
export class RoomRestrictions1798320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE room_restrictions (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        kind varchar(4) NOT NULL,
        until timestamptz,
        reason text,
        by_id integer,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (room_id, user_id)
      );
      CREATE INDEX ON room_restrictions (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE room_restrictions');
  }
}
