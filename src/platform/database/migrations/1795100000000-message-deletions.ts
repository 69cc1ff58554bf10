import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records of messages that were deleted with their rows, with the sequence numbers of the deletions. */
export class MessageDeletions1795100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE message_deletions (
        message_id uuid PRIMARY KEY,
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        change_seq bigint NOT NULL
      );
      CREATE INDEX ON message_deletions (room_id, change_seq);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE message_deletions');
  }
}
