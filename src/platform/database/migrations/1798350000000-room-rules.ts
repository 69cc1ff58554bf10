import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, dropIndexes, EXPIRY_INDEXES } from '../online-indexes.js';

/** Slow mode, lifetimes of messages, lengths and media, by room. No row is rewritten. */
export class RoomRules1798350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rooms
        ADD COLUMN slow_mode_seconds integer NOT NULL DEFAULT 0,
        ADD COLUMN message_ttl_seconds integer,
        ADD COLUMN max_message_length integer,
        ADD COLUMN media_allowed boolean NOT NULL DEFAULT true;
      ALTER TABLE room_members ADD COLUMN last_sent_at timestamptz;
      ALTER TABLE messages ADD COLUMN expires_at timestamptz;
    `);
    await createUnlessInUse(runner, EXPIRY_INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, EXPIRY_INDEXES);
    await runner.query(`
      ALTER TABLE messages DROP COLUMN expires_at;
      ALTER TABLE room_members DROP COLUMN last_sent_at;
      ALTER TABLE rooms
        DROP COLUMN slow_mode_seconds, DROP COLUMN message_ttl_seconds, DROP COLUMN max_message_length,
        DROP COLUMN media_allowed;
    `);
  }
}
