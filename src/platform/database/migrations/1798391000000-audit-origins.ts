import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The addresses of those whose actions the audit log records: its entries can never be changed, and these are removed. */
export class AuditOrigins1798391000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_origins (
        entry_id bigint PRIMARY KEY,
        user_id integer NOT NULL,
        address varchar(45) NOT NULL,
        session_id uuid
      );
      CREATE INDEX audit_origins_of_user ON audit_origins (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_origins');
  }
}
