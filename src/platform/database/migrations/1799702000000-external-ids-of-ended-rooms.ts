import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The outbox names a room that was deleted as its product did: the row with that id is gone before it is read. */
export class ExternalIdsOfEndedRooms1799702000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE room_feed ADD COLUMN IF NOT EXISTS external_id varchar(200)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE room_feed DROP COLUMN external_id');
  }
}
