import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the audit log was passed on to AUDIT_FILE and AUDIT_WEBHOOK. */
export class AuditStreams1798392000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_streams (
        name varchar(10) PRIMARY KEY,
        seq bigint NOT NULL DEFAULT 0,
        delivery_id uuid,
        delivery_seq bigint
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_streams');
  }
}
