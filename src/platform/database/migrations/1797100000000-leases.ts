import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The leases of the processes that do a task of the deployment. */
export class Leases1797100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE leases (
        name varchar(40) PRIMARY KEY,
        holder uuid NOT NULL,
        fence bigint NOT NULL,
        expires_at timestamptz NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE leases');
  }
}
