import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts at a provider of identities, and the log-ins that came from there. New tables alone. */
export class ProviderAccounts1798361000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_accounts (
        issuer varchar(512) NOT NULL,
        subject varchar(255) NOT NULL,
        user_id int NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        logged_out_at timestamptz,
        PRIMARY KEY (issuer, subject)
      );
      CREATE INDEX provider_accounts_of_user ON provider_accounts (user_id);

      CREATE TABLE provider_log_ins (
        family uuid PRIMARY KEY REFERENCES refresh_tokens (family) ON DELETE CASCADE,
        issuer varchar(512) NOT NULL,
        subject varchar(255) NOT NULL,
        sid varchar(255)
      );
      CREATE INDEX provider_log_ins_of_subject ON provider_log_ins (issuer, subject);
      CREATE INDEX provider_log_ins_of_sid ON provider_log_ins (issuer, sid);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE provider_log_ins; DROP TABLE provider_accounts');
  }
}
