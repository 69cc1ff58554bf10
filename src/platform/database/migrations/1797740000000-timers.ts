import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The timers of features. The table is new and empty. */
export class Timers1797740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE timers (
        kind varchar(20) NOT NULL,
        key varchar(200) NOT NULL,
        due_at timestamptz NOT NULL,
        user_id integer REFERENCES users ON DELETE CASCADE,
        attempts integer NOT NULL DEFAULT 0,
        PRIMARY KEY (kind, key)
      );
      CREATE INDEX timers_due ON timers (due_at);
      CREATE INDEX timers_user ON timers (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE timers');
  }
}
