import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A notification stands on the reaction that it tells of: where that is replaced or removed, it goes too. */
export class ReactionNotifications1795150000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications
        ADD COLUMN actor_id integer NOT NULL,
        ADD UNIQUE (message_id, actor_id),
        ADD FOREIGN KEY (message_id, actor_id) REFERENCES reactions (message_id, user_id) ON DELETE CASCADE;
      DROP INDEX notifications_message_id_idx;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications DROP COLUMN actor_id;
      CREATE INDEX ON notifications (message_id);
    `);
  }
}
