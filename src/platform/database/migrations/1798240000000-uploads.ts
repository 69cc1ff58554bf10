import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of messages. Attachments that exist keep the addresses that their senders gave. */
export class Uploads1798240000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE uploads (
        id uuid PRIMARY KEY,
        user_id integer NOT NULL,
        room_id uuid NOT NULL,
        state varchar(10) NOT NULL DEFAULT 'open',
        filename text NOT NULL,
        mime_type varchar(100) NOT NULL,
        bytes bigint NOT NULL,
        served_bytes bigint,
        charged_bytes bigint NOT NULL,
        secret varchar(43) NOT NULL,
        sha256 char(64),
        width integer,
        height integer,
        duration real,
        has_thumbnail boolean NOT NULL DEFAULT false,
        message_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        lock_owner uuid,
        locked_until timestamptz
      );
      CREATE INDEX uploads_of_user ON uploads (user_id);
      CREATE INDEX uploads_not_ready ON uploads (user_id) WHERE state <> 'ready';
      CREATE INDEX uploads_of_room ON uploads (room_id);
      CREATE INDEX uploads_of_message ON uploads (message_id) WHERE message_id IS NOT NULL;
      CREATE INDEX uploads_expiring ON uploads (expires_at) WHERE expires_at IS NOT NULL;

      CREATE TABLE upload_usage (
        user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        bytes bigint NOT NULL
      );

      ALTER TABLE attachments ADD COLUMN file jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE attachments DROP COLUMN file; DROP TABLE upload_usage, uploads');
  }
}
