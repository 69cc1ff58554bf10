import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The token of a log-in may be limited to rooms. */
export class RoomTokens1799701000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_tokens ADD COLUMN IF NOT EXISTS room_ids uuid[]');
  }

  /** A release that knows no limit would take these tokens for unlimited ones. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE refresh_tokens SET revoked_at = now() WHERE room_ids IS NOT NULL AND revoked_at IS NULL;
      ALTER TABLE refresh_tokens DROP COLUMN room_ids`);
  }
}
