import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was sent is known by its `client_message_id` for ever: also when the message is gone. */
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
