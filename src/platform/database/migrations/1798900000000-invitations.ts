import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People come in by invitations, and make accounts for themselves. */
export class Invitations1798900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS invitations (
        id uuid PRIMARY KEY,
        token_hash bytea NOT NULL UNIQUE,
        inviter_id integer REFERENCES users ON DELETE CASCADE,
        email varchar(254),
        room_ids uuid[] NOT NULL DEFAULT '{}',
        uses integer NOT NULL,
        used integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz
      );
      CREATE INDEX IF NOT EXISTS invitations_inviter_id_id_idx ON invitations (inviter_id, id);
      CREATE TABLE IF NOT EXISTS invitation_uses (
        invitation_id uuid NOT NULL REFERENCES invitations ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        used_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (invitation_id, user_id)
      );
      CREATE INDEX IF NOT EXISTS invitation_uses_user_id_idx ON invitation_uses (user_id);
      CREATE TABLE IF NOT EXISTS sign_ups (
        id uuid PRIMARY KEY,
        address varchar(64) NOT NULL,
        made_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX IF NOT EXISTS sign_ups_address_made_at_idx ON sign_ups (address, made_at);
      CREATE INDEX IF NOT EXISTS sign_ups_made_at_idx ON sign_ups (made_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invitation_uses, invitations, sign_ups');
  }
}
