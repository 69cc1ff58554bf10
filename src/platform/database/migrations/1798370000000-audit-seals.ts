import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The hash chain over the audit log. Entries are never changed, so their seals are rows of their own. A trigger notes
 * what is not sealed yet: those of nodes of the previous release too.
 */
export class AuditSeals1798370000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_seals (
        seq bigint PRIMARY KEY,
        entry_id bigint NOT NULL UNIQUE,
        hash bytea NOT NULL,
        sealed_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_audit();

      CREATE TABLE audit_unsealed (entry_id bigint PRIMARY KEY);
      CREATE FUNCTION note_unsealed_audit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO audit_unsealed SELECT id FROM written;
        RETURN NULL;
      END $$;
      CREATE TRIGGER unsealed AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION note_unsealed_audit();
      INSERT INTO audit_unsealed SELECT id FROM audit_entries;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER unsealed ON audit_entries;
      DROP FUNCTION note_unsealed_audit();
      DROP TABLE audit_unsealed, audit_seals;
    `);
  }
}
