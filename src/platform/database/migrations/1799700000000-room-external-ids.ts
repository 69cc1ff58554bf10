import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rooms of a product are known by its own ids. They are a table of their own, as the pairs of rooms are: the table of
 * rooms, which may be large, gets neither a column nor an index, and may be spread by room.
 */
export class RoomExternalIds1799700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS room_external_ids (
        external_id varchar(200) PRIMARY KEY,
        room_id uuid NOT NULL UNIQUE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE room_external_ids');
  }
}
