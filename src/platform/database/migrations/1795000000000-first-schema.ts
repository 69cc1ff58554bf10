import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys and indexes have the default names of PostgreSQL. */
export class FirstSchema1795000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id serial PRIMARY KEY,
        username varchar(150) NOT NULL,
        username_key varchar(300) NOT NULL UNIQUE,
        first_name text NOT NULL DEFAULT '',
        last_name text NOT NULL DEFAULT '',
        email text,
        password_hash text,
        is_active boolean NOT NULL DEFAULT true,
        tokens_valid_after timestamptz,
        rooms_version integer NOT NULL DEFAULT 0,
        last_seen_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );

      CREATE TABLE refresh_tokens (
        family uuid PRIMARY KEY,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        jti_hash char(64) NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz
      );
      CREATE INDEX ON refresh_tokens (user_id);

      CREATE TABLE rooms (
        id uuid PRIMARY KEY,
        type varchar(20) NOT NULL,
        name text NOT NULL DEFAULT '',
        description text NOT NULL DEFAULT '',
        avatar text,
        creator_id integer REFERENCES users ON DELETE SET NULL,
        pair_key varchar(30) UNIQUE,
        max_members integer,
        join_approval_required boolean NOT NULL DEFAULT false,
        group_locked boolean NOT NULL DEFAULT false,
        is_public boolean NOT NULL DEFAULT false,
        preferences jsonb NOT NULL DEFAULT '{}',
        last_seq bigint NOT NULL DEFAULT 0,
        change_seq bigint NOT NULL DEFAULT 0,
        access_version integer NOT NULL DEFAULT 1,
        last_message_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX ON rooms (creator_id);

      CREATE TABLE room_members (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        role varchar(10) NOT NULL DEFAULT 'member',
        permissions text[] NOT NULL DEFAULT '{}',
        joined_seq bigint NOT NULL,
        delivered_seq bigint NOT NULL,
        read_seq bigint NOT NULL,
        change_seq bigint NOT NULL,
        joined_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (room_id, user_id)
      );
      CREATE INDEX ON room_members (user_id);

      CREATE TABLE join_requests (
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (room_id, user_id)
      );
      CREATE INDEX ON join_requests (user_id);

      CREATE TABLE messages (
        id uuid PRIMARY KEY,
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        seq bigint NOT NULL,
        change_seq bigint NOT NULL,
        sender_id integer NOT NULL REFERENCES users,
        content text NOT NULL,
        parent_id uuid REFERENCES messages ON DELETE SET NULL,
        forwarded_from_id uuid REFERENCES messages ON DELETE SET NULL,
        is_forwarded boolean NOT NULL DEFAULT false,
        is_edited boolean NOT NULL DEFAULT false,
        is_deleted boolean NOT NULL DEFAULT false,
        client_message_id uuid,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        UNIQUE (room_id, seq),
        UNIQUE (sender_id, client_message_id)
      );
      CREATE INDEX ON messages (room_id, change_seq);
      CREATE INDEX ON messages (parent_id) WHERE parent_id IS NOT NULL;
      CREATE INDEX ON messages (forwarded_from_id) WHERE forwarded_from_id IS NOT NULL;

      CREATE TABLE receipts (
        message_id uuid NOT NULL REFERENCES messages ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        delivered_at timestamptz NOT NULL,
        read_at timestamptz,
        PRIMARY KEY (message_id, user_id)
      );
      CREATE INDEX ON receipts (room_id, user_id);
      CREATE INDEX ON receipts (user_id);

      CREATE TABLE reactions (
        message_id uuid NOT NULL REFERENCES messages ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        content text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (message_id, user_id)
      );
      CREATE INDEX ON reactions (user_id);
      CREATE INDEX ON reactions (room_id);

      CREATE TABLE attachments (
        id uuid PRIMARY KEY,
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        message_id uuid NOT NULL REFERENCES messages ON DELETE CASCADE,
        position smallint NOT NULL,
        media_url text NOT NULL,
        media_type varchar(10) NOT NULL,
        mime_type varchar(100) NOT NULL,
        file_size bigint NOT NULL,
        caption text NOT NULL DEFAULT '',
        metadata jsonb NOT NULL DEFAULT '{}'
      );
      CREATE INDEX ON attachments (room_id);
      CREATE INDEX ON attachments (message_id, position);

      CREATE TABLE notifications (
        id uuid PRIMARY KEY,
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        message_id uuid NOT NULL REFERENCES messages ON DELETE CASCADE,
        notification_type varchar(20) NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX ON notifications (user_id, room_id);
      CREATE INDEX ON notifications (room_id);
      CREATE INDEX ON notifications (message_id);

      CREATE TABLE signals (
        id bigserial PRIMARY KEY,
        kind varchar(40) NOT NULL,
        payload jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX ON signals (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE signals, notifications, attachments, reactions, receipts, messages,
        join_requests, room_members, rooms, refresh_tokens, users
    `);
  }
}
