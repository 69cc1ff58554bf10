import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createUnlessInUse, dropIndexes, ROOM_INDEXES } from '../online-indexes.js';

/** Who reads the messages that stand in a room does not read the replies in its threads. */
export class RoomMessages1797800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createUnlessInUse(runner, ROOM_INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndexes(runner, ROOM_INDEXES);
  }
}
