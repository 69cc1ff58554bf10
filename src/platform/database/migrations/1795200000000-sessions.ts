import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Sessions1795200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE nodes (
        id uuid PRIMARY KEY,
        started_at timestamptz NOT NULL DEFAULT now(),
        alive_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        node_id uuid NOT NULL REFERENCES nodes ON DELETE CASCADE,
        device text NOT NULL,
        connected_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL
      );
      CREATE INDEX ON sessions (user_id);
      CREATE INDEX ON sessions (node_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sessions, nodes');
  }
}
