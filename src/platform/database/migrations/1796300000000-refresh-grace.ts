import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a refresh token was last exchanged. The column is null for log-ins that were refreshed before, or by a node of
 * the previous release: their previous token has no grace. No row is rewritten.
 */
export class RefreshGrace1796300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_tokens ADD COLUMN refreshed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_tokens DROP COLUMN refreshed_at');
  }
}
