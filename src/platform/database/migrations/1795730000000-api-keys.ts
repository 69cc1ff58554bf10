import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API keys, stored as hashes. */
export class ApiKeys1795730000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_keys (
        id uuid PRIMARY KEY,
        name varchar(100) NOT NULL,
        prefix varchar(8) NOT NULL,
        key_hash varchar(64) NOT NULL UNIQUE,
        scopes text[] NOT NULL,
        user_id integer REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        revoked_at timestamptz,
        last_used_at timestamptz
      );
      CREATE INDEX ON api_keys (user_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
  }
}
