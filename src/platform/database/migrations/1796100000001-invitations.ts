import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations to rooms, and the rooms that users have left and are not added to again. */
export class Invitations1796100000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE room_departures (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        PRIMARY KEY (room_id, user_id)
      );
      CREATE INDEX ON room_departures (user_id);

      CREATE TABLE room_invitations (
        id uuid PRIMARY KEY,
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        inviter_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (room_id, user_id)
      );
      CREATE INDEX ON room_invitations (user_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE room_departures, room_invitations');
  }
}
