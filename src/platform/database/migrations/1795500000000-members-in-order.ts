import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The members of a room are read in pages, in the order of joining. */
export class MembersInOrder1795500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ON room_members (room_id, joined_seq, user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX room_members_room_id_joined_seq_user_id_idx');
  }
}
