import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Uploads that no message shows: avatars, and the pictures of link previews. */
export class UploadKinds1798250000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE uploads ADD COLUMN kind varchar(12) NOT NULL DEFAULT 'message';
      ALTER TABLE uploads ALTER COLUMN room_id DROP NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM uploads WHERE room_id IS NULL;
      ALTER TABLE uploads ALTER COLUMN room_id SET NOT NULL;
      ALTER TABLE uploads DROP COLUMN kind;
    `);
  }
}
