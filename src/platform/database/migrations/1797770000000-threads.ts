import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, dropIndexes, THREAD_INDEXES } from '../online-indexes.js';

/**
 * Threads of replies to a message. The columns are null in all present rows, and in those of messages without a thread,
 * so no row is rewritten. A member without a row neither follows a thread nor has read in it.
 */
export class Threads1797770000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messages
        ADD COLUMN thread_id uuid,
        ADD COLUMN also_to_room boolean,
        ADD COLUMN has_replies boolean;

      CREATE TABLE thread_members (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        thread_id uuid NOT NULL,
        user_id integer NOT NULL,
        is_following boolean NOT NULL,
        read_seq bigint NOT NULL,
        PRIMARY KEY (room_id, thread_id, user_id),
        FOREIGN KEY (room_id, user_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE
      );
      CREATE INDEX ON thread_members (user_id, room_id, thread_id);
    `);
    await createUnlessInUse(runner, THREAD_INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, THREAD_INDEXES);
    await runner.query(`
      DROP TABLE thread_members;
      ALTER TABLE messages DROP COLUMN thread_id, DROP COLUMN also_to_room, DROP COLUMN has_replies;
    `);
  }
}
