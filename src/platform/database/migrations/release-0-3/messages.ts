import type { Part } from './part.js';

/**
 * Messages and what belongs to them. No row is rewritten: what a message does not have is null in its columns, and
 * costs it nothing.
 *
 * The row of a user is never deleted, so that a message needs no foreign key to its sender, and sends need not check
 * it. A stored notification may be of a mention that an edit has added: no reaction belongs to it, so its actor is
 * null. The size of an attachment's metadata lets a list be measured before its values are read.
 */
export const MESSAGES: Part = {
  up: `
    ALTER TABLE messages
      ADD COLUMN kind text,
      ADD COLUMN metadata text,
      ADD COLUMN is_silent boolean,
      ADD COLUMN edited_at timestamptz,
      ADD COLUMN has_mentions boolean,
      ADD COLUMN pinned_seq bigint,
      ADD COLUMN pinned_by integer,
      ADD COLUMN pinned_at timestamptz,
      ADD COLUMN has_poll boolean,
      ADD COLUMN thread_id uuid,
      ADD COLUMN also_to_room boolean,
      ADD COLUMN has_replies boolean,
      ADD COLUMN link_previews text,
      ADD COLUMN expires_at timestamptz,
      DROP CONSTRAINT messages_sender_id_fkey;
    ALTER TABLE attachments ADD COLUMN metadata_bytes integer, ADD COLUMN file jsonb;
    ALTER TABLE notifications ALTER COLUMN actor_id DROP NOT NULL;

    CREATE TABLE mentions (
      room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
      message_id uuid NOT NULL,
      user_id integer NOT NULL,
      seq bigint NOT NULL,
      PRIMARY KEY (room_id, message_id, user_id)
    );
    CREATE INDEX mentions_user_id_room_id_seq_idx ON mentions (user_id, room_id, seq);

    CREATE TABLE polls (
      room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
      message_id uuid NOT NULL,
      options text NOT NULL,
      is_multiple boolean NOT NULL,
      is_anonymous boolean NOT NULL,
      closes_at timestamptz,
      closed_at timestamptz,
      PRIMARY KEY (room_id, message_id)
    );

    CREATE TABLE poll_votes (
      room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
      message_id uuid NOT NULL,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      option smallint NOT NULL,
      voted_at timestamptz NOT NULL,
      PRIMARY KEY (room_id, message_id, user_id, option),
      FOREIGN KEY (room_id, message_id) REFERENCES polls (room_id, message_id) ON DELETE CASCADE
    );
    CREATE INDEX poll_votes_room_id_message_id_option_voted_at_user_id_idx
      ON poll_votes (room_id, message_id, option, voted_at, user_id);
    CREATE INDEX poll_votes_user_id_idx ON poll_votes (user_id);

    CREATE TABLE uploads (
      id uuid PRIMARY KEY,
      user_id integer NOT NULL,
      room_id uuid,
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
      locked_until timestamptz,
      kind varchar(12) NOT NULL DEFAULT 'message',
      scan_after timestamptz,
      scan_attempts integer NOT NULL DEFAULT 0,
      signature varchar(200),
      charset varchar(10)
    );
    CREATE INDEX uploads_of_user ON uploads (user_id);
    CREATE INDEX uploads_not_ready ON uploads (user_id) WHERE state <> 'ready';
    CREATE INDEX uploads_of_room ON uploads (room_id);
    CREATE INDEX uploads_of_message ON uploads (message_id) WHERE message_id IS NOT NULL;
    CREATE INDEX uploads_expiring ON uploads (expires_at) WHERE expires_at IS NOT NULL;
    CREATE INDEX uploads_to_scan ON uploads (scan_after) WHERE scan_after IS NOT NULL;
    CREATE INDEX uploads_to_scan_of_user ON uploads (user_id, scan_after) WHERE scan_after IS NOT NULL;

    CREATE TABLE upload_usage (
      user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      bytes bigint NOT NULL
    );

    CREATE TABLE link_fetches (
      message_id uuid PRIMARY KEY,
      room_id uuid NOT NULL,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      due_at timestamptz NOT NULL DEFAULT now(),
      attempts integer NOT NULL DEFAULT 0,
      version integer NOT NULL DEFAULT 0
    );
    CREATE INDEX link_fetches_due ON link_fetches (due_at);
    CREATE INDEX link_fetches_of_user ON link_fetches (user_id, due_at);

    CREATE TABLE fetched_links (
      url_sha256 char(64) PRIMARY KEY,
      result text NOT NULL,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX fetched_links_expiring ON fetched_links (expires_at);

    CREATE TABLE reports (
      id uuid PRIMARY KEY,
      reporter_id integer REFERENCES users ON DELETE SET NULL,
      subject_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      room_id uuid,
      message_id uuid,
      reason varchar(10) NOT NULL,
      comment text,
      seen jsonb,
      created_at timestamptz NOT NULL,
      state varchar(10) NOT NULL DEFAULT 'open',
      action varchar(20),
      note text,
      resolved_at timestamptz,
      resolved_by integer
    );
    CREATE UNIQUE INDEX reports_of_message ON reports (reporter_id, message_id) WHERE message_id IS NOT NULL;
    CREATE UNIQUE INDEX reports_of_user ON reports (reporter_id, subject_id) WHERE message_id IS NULL;
    CREATE INDEX reports_filed ON reports (reporter_id, created_at);
    CREATE INDEX reports_of_subject ON reports (subject_id, id);
    CREATE INDEX reports_resolved_by ON reports (resolved_by) WHERE resolved_by IS NOT NULL;
    CREATE INDEX reports_listed ON reports (state, created_at, id);
    CREATE INDEX reports_in_room ON reports (room_id, state, created_at, id);
  `,
  down: `
    DROP TABLE mentions, polls, poll_votes, uploads, upload_usage, link_fetches, fetched_links, reports;
    DELETE FROM notifications WHERE actor_id IS NULL;
    ALTER TABLE notifications ALTER COLUMN actor_id SET NOT NULL;
    ALTER TABLE attachments DROP COLUMN metadata_bytes, DROP COLUMN file;
    ALTER TABLE messages
      DROP COLUMN kind, DROP COLUMN metadata, DROP COLUMN is_silent, DROP COLUMN edited_at, DROP COLUMN has_mentions,
      DROP COLUMN pinned_seq, DROP COLUMN pinned_by, DROP COLUMN pinned_at, DROP COLUMN has_poll, DROP COLUMN thread_id,
      DROP COLUMN also_to_room, DROP COLUMN has_replies, DROP COLUMN link_previews, DROP COLUMN expires_at,
      ADD CONSTRAINT messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users;
  `,
};
