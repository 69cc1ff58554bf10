import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors of users, their recovery codes, and the ids of tickets that are used once. New tables alone. */
export class SecondFactors1798360000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE second_factors (
        user_id int PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        sealed_secret text NOT NULL,
        last_step int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        confirmed_at timestamptz
      );

      CREATE TABLE recovery_codes (
        user_id int NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        code_hash char(64) NOT NULL,
        PRIMARY KEY (user_id, code_hash)
      );

      CREATE TABLE spent_tickets (
        id varchar(64) PRIMARY KEY,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX spent_tickets_expiring ON spent_tickets (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE spent_tickets; DROP TABLE recovery_codes; DROP TABLE second_factors');
  }
}
