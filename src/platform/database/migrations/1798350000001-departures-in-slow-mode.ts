import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a user who has left a room last sent a message in its slow mode. No row is rewritten. */
export class DeparturesInSlowMode1798350000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE room_departures ADD COLUMN last_sent_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE room_departures DROP COLUMN last_sent_at');
  }
}
