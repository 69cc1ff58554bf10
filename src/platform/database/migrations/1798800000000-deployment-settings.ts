import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Administrators store settings of the deployment. */
export class DeploymentSettings1798800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS deployment_settings (
        name varchar(64) PRIMARY KEY,
        value jsonb,
        changes integer NOT NULL DEFAULT 0,
        changed_at timestamptz NOT NULL DEFAULT now(),
        changed_by integer REFERENCES users ON DELETE SET NULL
      );
      CREATE INDEX IF NOT EXISTS deployment_settings_changed_by_idx ON deployment_settings (changed_by)
        WHERE changed_by IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deployment_settings');
  }
}
