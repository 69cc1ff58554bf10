import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What users show of themselves. The columns rewrite no table, and the constraint, which present rows fulfil, is not
 * checked against them.
 */
export class Profiles1797720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN avatar varchar(500),
        ADD COLUMN status jsonb,
        ADD COLUMN custom jsonb,
        ADD COLUMN is_bot boolean NOT NULL DEFAULT false,
        ADD COLUMN profile_version integer NOT NULL DEFAULT 0,
        ADD CONSTRAINT users_custom_bounded CHECK (${BOUNDED}) NOT VALID;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        DROP COLUMN avatar, DROP COLUMN status, DROP COLUMN custom, DROP COLUMN is_bot, DROP COLUMN profile_version;
    `);
  }
}

/** As of the other objects of clients. */
const BOUNDED =
  '(octet_length(custom::text) <= 40960 OR octet_length(custom::text) <= 5242880 AND ' +
  String.raw`regexp_replace(custom::text, '"(?:[^"\\]|\\.)*"', '', 'g') !~ '[0-9]{25}')`;
