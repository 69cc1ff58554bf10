import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The forms of usernames in which look-alikes are equal. The column is null for present users, and for users that a node
 * of the previous release creates: they are compared by their usernames only. No row is rewritten.
 */
export class UsernameSkeletons1796310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN username_skeleton varchar(300) UNIQUE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN username_skeleton');
  }
}
