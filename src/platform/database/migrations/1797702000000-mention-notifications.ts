import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A stored notification may be of a mention that an edit has added: no reaction belongs to it, so its actor is null. A
 * node of the previous release shows it as one of a reaction.
 */
export class MentionNotifications1797702000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notifications ALTER COLUMN actor_id DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM notifications WHERE actor_id IS NULL;
      ALTER TABLE notifications ALTER COLUMN actor_id SET NOT NULL`);
  }
}
