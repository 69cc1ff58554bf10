import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The row of a user is never deleted: a deleted user leaves a placeholder, under which the messages stay. So a message
 * needs no foreign key to its sender, and sends need not check it. A distributed database has none either.
 */
export class SendersWithoutKey1797500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE messages DROP CONSTRAINT IF EXISTS messages_sender_id_fkey');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE messages ADD CONSTRAINT messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users',
    );
  }
}
