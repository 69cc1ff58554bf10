import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who are guests, perhaps until a time, and invitations by which people become guests. */
export class Guests1799200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN IF NOT EXISTS is_guest boolean NOT NULL DEFAULT false,
        ADD COLUMN IF NOT EXISTS guest_until timestamptz;
      ALTER TABLE users DROP CONSTRAINT IF EXISTS users_guest_without_role;
      ALTER TABLE users ADD CONSTRAINT users_guest_without_role CHECK (NOT is_guest OR role = 'user') NOT VALID;
      ALTER TABLE invitations
        ADD COLUMN IF NOT EXISTS is_for_guests boolean NOT NULL DEFAULT false,
        ADD COLUMN IF NOT EXISTS guest_until timestamptz;
    `);
  }

  /** Guests would be members of the earlier release: they are deactivated. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE users SET is_active = false WHERE is_guest;
      UPDATE invitations SET revoked_at = coalesce(revoked_at, now()) WHERE is_for_guests;
      ALTER TABLE users DROP CONSTRAINT users_guest_without_role, DROP COLUMN is_guest, DROP COLUMN guest_until;
      ALTER TABLE invitations DROP COLUMN is_for_guests, DROP COLUMN guest_until;
    `);
  }
}
