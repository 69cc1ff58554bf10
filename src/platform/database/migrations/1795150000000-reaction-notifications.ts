import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Among reactions to one message at the same time, of which there are rarely two. */
const PLACE = `row_number() OVER (PARTITION BY message_id, created_at) AS place`;

/**
 * A notification refers to its reaction, and is deleted when that is replaced or removed. Existing notifications are
 * matched by the time of their reaction.
 */
export class ReactionNotifications1795150000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications ADD COLUMN actor_id integer;
      UPDATE notifications n SET actor_id = told_of.actor_id
      FROM (
        SELECT shown.id, made.user_id AS actor_id
        FROM (SELECT id, message_id, user_id, created_at, ${PLACE} FROM notifications) shown
        JOIN (SELECT user_id, message_id, created_at, ${PLACE} FROM reactions) made
          USING (message_id, created_at, place)
        WHERE made.user_id <> shown.user_id
      ) told_of
      WHERE told_of.id = n.id;
      DELETE FROM notifications WHERE actor_id IS NULL;
      ALTER TABLE notifications
        ALTER COLUMN actor_id SET NOT NULL,
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
