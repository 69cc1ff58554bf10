import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The rooms of each user: the memberships for statements about users, which name no table of rooms. Where tables of
 * rooms are spread over servers, it can be a table next to the users.
 */
export class UserRooms1797400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE VIEW user_rooms AS SELECT user_id, room_id FROM room_members');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW user_rooms');
  }
}
