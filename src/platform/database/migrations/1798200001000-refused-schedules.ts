import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Scheduled messages stay after a refusal, each with a notification. What was refused before has lost its text, and is
 * deleted. The table is as new as this release, so its index is small.
 */
export class RefusedSchedules1798200001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE scheduled_messages ADD COLUMN notification_id uuid;
      DELETE FROM scheduled_messages WHERE refused_at IS NOT NULL;
      CREATE INDEX scheduled_messages_notified ON scheduled_messages (user_id) WHERE notification_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE scheduled_messages DROP COLUMN notification_id');
  }
}
