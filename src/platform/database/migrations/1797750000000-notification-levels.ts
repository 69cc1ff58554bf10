import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of which messages users are notified. No row is rewritten. */
export class NotificationLevels1797750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE room_members ADD COLUMN notify_level varchar(10), ADD COLUMN muted_until timestamptz;
      ALTER TABLE users ADD COLUMN notify_level varchar(10), ADD COLUMN do_not_disturb jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users DROP COLUMN notify_level, DROP COLUMN do_not_disturb;
      ALTER TABLE room_members DROP COLUMN notify_level, DROP COLUMN muted_until;
    `);
  }
}
