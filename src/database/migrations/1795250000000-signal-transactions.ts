import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By the transaction that announced it a signal is known to be new, however long that transaction took. */
export class SignalTransactions1795250000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE signals ADD COLUMN transaction bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint;
      CREATE INDEX ON signals (transaction);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE signals DROP COLUMN transaction');
  }
}
