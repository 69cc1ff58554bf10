import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why scheduled messages were refused. No row is rewritten. */
export class ScheduleRefusals1798000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE scheduled_messages ADD COLUMN refused_at timestamptz, ADD COLUMN refusal text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE scheduled_messages DROP COLUMN refused_at, DROP COLUMN refusal');
  }
}
