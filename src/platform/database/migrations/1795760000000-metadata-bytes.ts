import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The size of an attachment's metadata as text, so that a list is measured before its values are read. The column is
 * null in rows that were written before, and by nodes of the previous release: those rows are measured when they are
 * read. No row is rewritten, so the migration takes no time.
 */
export class MetadataBytes1795760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attachments ADD COLUMN metadata_bytes integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attachments DROP COLUMN metadata_bytes');
  }
}
