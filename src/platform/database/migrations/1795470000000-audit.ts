import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit log is append-only for every connection. */
export class Audit1795470000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_entries (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT now(),
        actor_id integer,
        action varchar(40) NOT NULL,
        room_id uuid,
        subject_id integer,
        details jsonb NOT NULL DEFAULT '{}'
      );
      CREATE INDEX ON audit_entries (room_id, id);
      CREATE INDEX ON audit_entries (actor_id, id);
      CREATE INDEX ON audit_entries (subject_id, id);

      CREATE FUNCTION refuse_to_change_audit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'audit_entries is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
      END $$;
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_audit();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_entries; DROP FUNCTION refuse_to_change_audit()');
  }
}
