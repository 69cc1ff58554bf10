import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Mails go out, to addresses that belong to one user each. Until now only operators and administrators have set
 * addresses: those that one user alone has count as verified.
 */
export class Mail1799400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS mails (
        id uuid PRIMARY KEY,
        kind varchar(30) NOT NULL,
        user_id integer REFERENCES users ON DELETE CASCADE,
        address varchar(254) NOT NULL,
        address_key varchar(254) NOT NULL,
        language varchar(5) NOT NULL,
        content text,
        state varchar(10) NOT NULL DEFAULT 'pending',
        due_at timestamptz NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        error varchar(300),
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz
      );
      CREATE INDEX IF NOT EXISTS mails_due ON mails (due_at) WHERE state = 'pending';
      CREATE INDEX IF NOT EXISTS mails_of_state ON mails (state, id);
      CREATE INDEX IF NOT EXISTS mails_to_address ON mails (address_key, created_at);
      CREATE INDEX IF NOT EXISTS mails_of_day ON mails (created_at);
      CREATE INDEX IF NOT EXISTS mails_user_id_idx ON mails (user_id);
      CREATE TABLE IF NOT EXISTS verified_addresses (
        address_key varchar(254) PRIMARY KEY,
        user_id integer NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
        verified_at timestamptz NOT NULL DEFAULT now()
      );
      -- SQL cannot compare other forms of addresses than these: their users verify them again.
      INSERT INTO verified_addresses (address_key, user_id)
        SELECT lower(email), min(id) FROM users
        WHERE email ~ '^[!#-~]+$' AND length(email) <= 254 AND deleted_at IS NULL
        GROUP BY lower(email) HAVING count(*) = 1
        ON CONFLICT DO NOTHING;
      CREATE TABLE IF NOT EXISTS pending_accounts (
        id uuid PRIMARY KEY,
        username varchar(150) NOT NULL,
        password_hash text NOT NULL,
        email varchar(254) NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        language varchar(5) NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX IF NOT EXISTS pending_accounts_created_at_idx ON pending_accounts (created_at);
      CREATE TABLE IF NOT EXISTS known_devices (
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        device_hash bytea NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, device_hash)
      );
      INSERT INTO known_devices (user_id, device_hash)
        SELECT DISTINCT user_id, sha256(convert_to(device, 'UTF8')) FROM refresh_tokens WHERE device IS NOT NULL
        ON CONFLICT DO NOTHING;
      ALTER TABLE users ADD COLUMN IF NOT EXISTS language varchar(5);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mails, verified_addresses, pending_accounts, known_devices');
    await runner.query('ALTER TABLE users DROP COLUMN language');
  }
}
