import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The changes of a room that are not messages, by sequence number, so that the frame of every number can be rebuilt.
 */
export class RoomChanges1795350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE room_changes (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        seq bigint NOT NULL,
        kind varchar(20) NOT NULL,
        about jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (room_id, seq)
      );
      CREATE INDEX ON room_changes (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE room_changes');
  }
}
