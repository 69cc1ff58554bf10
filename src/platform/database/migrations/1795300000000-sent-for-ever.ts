import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A `client_message_id` is kept permanently, also after the deletion of its message. */
export class SentForEver1795300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE message_deletions
        ADD COLUMN seq bigint,
        ADD COLUMN sender_id integer,
        ADD COLUMN client_message_id uuid,
        ADD COLUMN created_at timestamptz;
      CREATE INDEX ON message_deletions (sender_id, client_message_id) WHERE client_message_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE message_deletions
        DROP COLUMN seq, DROP COLUMN sender_id, DROP COLUMN client_message_id, DROP COLUMN created_at
    `);
  }
}
