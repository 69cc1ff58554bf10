import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The API key with which an audited action was done, and the users that a key may act for. The entries of a removed key
 * keep its id, so there is no foreign key. Nodes of the previous release record no keys, and ignore the restriction.
 */
export class AuditedKeys1796200001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_entries ADD COLUMN api_key_id uuid;
      CREATE INDEX audit_entries_api_key_id_id_idx ON audit_entries (api_key_id, id) WHERE api_key_id IS NOT NULL;
      ALTER TABLE api_keys ADD COLUMN only_user_ids integer[];
    `);
  }

  /** Keys that were limited to users are revoked: without the column they could act for everybody. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE api_keys SET revoked_at = now() WHERE only_user_ids IS NOT NULL AND revoked_at IS NULL;
      ALTER TABLE api_keys DROP COLUMN only_user_ids;
      ALTER TABLE audit_entries DROP COLUMN api_key_id;
    `);
  }
}
