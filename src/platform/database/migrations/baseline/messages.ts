import { boundedJson } from '../../bounded-json.js';

/**
 * Messages and what belongs to them: receipts, reactions, files, polls, previews of links, reports. None refers to the
 * room by a foreign key: a room ends at once, and its messages are deleted in batches. Primary keys are made after
 * other indexes: of indexes that seem equally good, as in a database without statistics, the planner takes the last.
 */
export const MESSAGES = `
  CREATE TABLE messages (
    id uuid NOT NULL,
    room_id uuid NOT NULL,
    seq bigint NOT NULL,
    change_seq bigint NOT NULL,
    sender_id integer NOT NULL,
    content text NOT NULL,
    parent_id uuid,
    forwarded_from_id uuid,
    is_forwarded boolean NOT NULL DEFAULT false,
    is_edited boolean NOT NULL DEFAULT false,
    is_deleted boolean NOT NULL DEFAULT false,
    client_message_id uuid,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    kind text,
    metadata text,
    is_silent boolean,
    edited_at timestamptz,
    has_mentions boolean,
    pinned_seq bigint,
    pinned_by integer,
    pinned_at timestamptz,
    has_poll boolean,
    thread_id uuid,
    also_to_room boolean,
    has_replies boolean,
    link_previews text,
    expires_at timestamptz,
    UNIQUE (room_id, seq)
  );
  CREATE INDEX messages_room_id_change_seq_idx ON messages (room_id, change_seq);
  CREATE INDEX messages_parent_id_idx ON messages (parent_id) WHERE parent_id IS NOT NULL;
  CREATE INDEX messages_forwarded_from_id_idx ON messages (forwarded_from_id) WHERE forwarded_from_id IS NOT NULL;
  ALTER TABLE messages ADD PRIMARY KEY (id, room_id);
  ALTER TABLE messages ADD UNIQUE (sender_id, client_message_id, room_id);

  CREATE TABLE message_deletions (
    message_id uuid NOT NULL,
    room_id uuid NOT NULL,
    change_seq bigint NOT NULL,
    seq bigint,
    sender_id integer,
    client_message_id uuid,
    created_at timestamptz
  );
  CREATE INDEX message_deletions_room_id_change_seq_idx ON message_deletions (room_id, change_seq);
  CREATE INDEX message_deletions_sender_id_client_message_id_idx
    ON message_deletions (sender_id, client_message_id) WHERE client_message_id IS NOT NULL;
  ALTER TABLE message_deletions ADD PRIMARY KEY (message_id, room_id);

  CREATE TABLE receipts (
    message_id uuid NOT NULL,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    room_id uuid NOT NULL,
    delivered_at timestamptz NOT NULL,
    read_at timestamptz,
    FOREIGN KEY (room_id, message_id) REFERENCES messages (room_id, id) ON DELETE CASCADE
  );
  CREATE INDEX receipts_user_id_idx ON receipts (user_id);
  ALTER TABLE receipts ADD PRIMARY KEY (message_id, user_id, room_id);
  CREATE INDEX receipts_room_id_user_id_message_id_idx ON receipts (room_id, user_id, message_id);

  CREATE TABLE reactions (
    message_id uuid NOT NULL,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    room_id uuid NOT NULL,
    content text NOT NULL,
    created_at timestamptz NOT NULL,
    further jsonb,
    FOREIGN KEY (room_id, message_id) REFERENCES messages (room_id, id) ON DELETE CASCADE
  );
  CREATE INDEX reactions_user_id_idx ON reactions (user_id);
  ALTER TABLE reactions ADD PRIMARY KEY (message_id, user_id, room_id);

  CREATE TABLE attachments (
    id uuid NOT NULL,
    room_id uuid NOT NULL,
    message_id uuid NOT NULL,
    position smallint NOT NULL,
    media_url text NOT NULL,
    media_type varchar(10) NOT NULL,
    mime_type varchar(100) NOT NULL,
    file_size bigint NOT NULL,
    caption text NOT NULL DEFAULT '',
    metadata jsonb NOT NULL DEFAULT '{}',
    metadata_bytes integer,
    file jsonb,
    FOREIGN KEY (room_id, message_id) REFERENCES messages (room_id, id) ON DELETE CASCADE,
    CONSTRAINT attachments_metadata_bounded CHECK ${boundedJson('metadata')}
  );
  CREATE INDEX attachments_message_id_position_idx ON attachments (message_id, position);
  ALTER TABLE attachments ADD PRIMARY KEY (id, room_id);

  CREATE TABLE notifications (
    id uuid NOT NULL,
    room_id uuid NOT NULL,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    message_id uuid NOT NULL,
    notification_type varchar(20) NOT NULL,
    created_at timestamptz NOT NULL,
    actor_id integer,
    FOREIGN KEY (room_id, message_id, actor_id) REFERENCES reactions (room_id, message_id, user_id) ON DELETE CASCADE,
    FOREIGN KEY (room_id, message_id) REFERENCES messages (room_id, id) ON DELETE CASCADE
  );
  CREATE INDEX notifications_user_id_room_id_idx ON notifications (user_id, room_id);
  ALTER TABLE notifications ADD PRIMARY KEY (id, room_id);
  ALTER TABLE notifications ADD UNIQUE (message_id, actor_id, room_id);

  CREATE TABLE mentions (
    room_id uuid NOT NULL,
    message_id uuid NOT NULL,
    user_id integer NOT NULL,
    seq bigint NOT NULL,
    PRIMARY KEY (room_id, message_id, user_id)
  );
  CREATE INDEX mentions_user_id_room_id_seq_idx ON mentions (user_id, room_id, seq);

  CREATE TABLE polls (
    room_id uuid NOT NULL,
    message_id uuid NOT NULL,
    options text NOT NULL,
    is_multiple boolean NOT NULL,
    is_anonymous boolean NOT NULL,
    closes_at timestamptz,
    closed_at timestamptz,
    PRIMARY KEY (room_id, message_id)
  );

  CREATE TABLE poll_votes (
    room_id uuid NOT NULL,
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
`;
