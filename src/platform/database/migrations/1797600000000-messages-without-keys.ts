import type { MigrationInterface, QueryRunner } from 'typeorm';

import { changeKeysUnlessInUse, hasRoomKeys } from '../keys-by-room/change-keys-unless-in-use.js';

/**
 * A message has no foreign keys to its room and to the message that it answers. A database that may be in use keeps them
 * until `parley migrate up`: nodes of release 0.2 delete the messages of a room by its foreign key.
 */
export class MessagesWithoutKeys1797600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await changeKeysUnlessInUse(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (!(await hasRoomKeys(runner))) return;
    await runner.query(`
      ALTER TABLE messages ADD CONSTRAINT messages_room_id_fkey
        FOREIGN KEY (room_id) REFERENCES rooms (id) ON DELETE CASCADE;
      ALTER TABLE messages ADD CONSTRAINT messages_room_id_parent_id_fkey
        FOREIGN KEY (room_id, parent_id) REFERENCES messages (room_id, id)`);
  }
}
