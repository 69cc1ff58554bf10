import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages and edits that a moderator has to allow first. */
export class HeldMessages1798370000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE held_messages (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        message_id uuid NOT NULL,
        user_id integer NOT NULL,
        is_edit boolean NOT NULL,
        client_message_id uuid,
        body text,
        held_at timestamptz NOT NULL,
        held_until timestamptz NOT NULL,
        PRIMARY KEY (room_id, message_id),
        FOREIGN KEY (room_id, user_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX held_messages_sent ON held_messages (room_id, user_id, client_message_id);
      CREATE INDEX held_messages_listed ON held_messages (room_id, held_at, message_id);
      CREATE INDEX held_messages_of_user ON held_messages (user_id);
      CREATE INDEX held_messages_named ON held_messages (message_id);
      CREATE INDEX held_messages_oldest ON held_messages (held_at, message_id) WHERE body IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE held_messages');
  }
}
