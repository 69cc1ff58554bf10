import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages that people miss are mailed to them, as each of them chooses. */
export class MissedMails1799500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS missed_mails (
        user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        due_at timestamptz,
        leased_until timestamptz,
        attempts integer NOT NULL DEFAULT 0,
        mailed_at timestamptz
      );
      CREATE INDEX IF NOT EXISTS missed_mails_due ON missed_mails (due_at) WHERE due_at IS NOT NULL;
      ALTER TABLE users ADD COLUMN IF NOT EXISTS mail_notices varchar(10);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE missed_mails');
    await runner.query('ALTER TABLE users DROP COLUMN mail_notices');
  }
}
