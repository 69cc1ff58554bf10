import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The id of its transaction shows that a signal is new, however long that transaction took. */
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
