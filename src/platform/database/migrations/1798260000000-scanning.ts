import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files are scanned before anybody can read them. Those that exist stay readable. */
export class Scanning1798260000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE uploads
        ADD COLUMN scan_after timestamptz,
        ADD COLUMN scan_attempts integer NOT NULL DEFAULT 0,
        ADD COLUMN signature varchar(200);
      CREATE INDEX uploads_to_scan ON uploads (scan_after) WHERE scan_after IS NOT NULL;
      CREATE INDEX uploads_to_scan_of_user ON uploads (user_id, scan_after) WHERE scan_after IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE attachments SET file = jsonb_set(file, '{state}', '"ready"') WHERE file ->> 'state' = 'pending';
      UPDATE uploads SET state = 'ready' WHERE state = 'pending';
      ALTER TABLE uploads DROP COLUMN scan_after, DROP COLUMN scan_attempts, DROP COLUMN signature;
    `);
  }
}
