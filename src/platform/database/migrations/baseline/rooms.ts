import { boundedJson } from '../../bounded-json.js';

/** Rooms, their members, and what belongs to a membership. */
export const ROOMS = `
  CREATE TABLE rooms (
    id uuid PRIMARY KEY,
    type varchar(20) NOT NULL,
    name text NOT NULL DEFAULT '',
    description text NOT NULL DEFAULT '',
    avatar text,
    creator_id integer REFERENCES users ON DELETE SET NULL,
    pair_key varchar(30),
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
    updated_at timestamptz NOT NULL DEFAULT now(),
    hidden_user_id integer REFERENCES users ON DELETE SET NULL,
    hidden_seq bigint,
    messages_removed_before timestamptz,
    is_closed boolean NOT NULL DEFAULT false,
    slow_mode_seconds integer NOT NULL DEFAULT 0,
    message_ttl_seconds integer,
    max_message_length integer,
    media_allowed boolean NOT NULL DEFAULT true,
    held_at timestamptz,
    hold_reason text,
    retention_days integer,
    posting varchar(10) NOT NULL DEFAULT 'moderators',
    reactions varchar(4) NOT NULL DEFAULT 'one',
    CONSTRAINT rooms_preferences_bounded CHECK ${boundedJson('preferences')}
  );
  CREATE INDEX rooms_creator_id_idx ON rooms (creator_id);
  CREATE INDEX rooms_hidden_user_id_idx ON rooms (hidden_user_id) WHERE hidden_user_id IS NOT NULL;

  CREATE TABLE room_pairs (
    pair_key varchar(30) PRIMARY KEY,
    room_id uuid NOT NULL
  );
  CREATE INDEX room_pairs_room_id_idx ON room_pairs (room_id);

  CREATE TABLE room_external_ids (
    external_id varchar(200) PRIMARY KEY,
    room_id uuid NOT NULL UNIQUE
  );

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
    history_seq bigint NOT NULL DEFAULT 0,
    is_favourite boolean NOT NULL DEFAULT false,
    archived_seq bigint,
    marked_unread_seq bigint,
    notify_level varchar(10),
    muted_until timestamptz,
    last_sent_at timestamptz,
    nickname varchar(50),
    PRIMARY KEY (room_id, user_id)
  );
  CREATE INDEX room_members_room_id_joined_seq_user_id_idx ON room_members (room_id, joined_seq, user_id);
  CREATE INDEX room_members_user_id_room_id_idx ON room_members (user_id, room_id);

  CREATE VIEW user_rooms AS SELECT user_id, room_id FROM room_members;

  CREATE TABLE join_requests (
    room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (room_id, user_id)
  );
  CREATE INDEX join_requests_user_id_idx ON join_requests (user_id);

  CREATE TABLE room_invitations (
    id uuid NOT NULL,
    room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    inviter_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (id, room_id),
    UNIQUE (room_id, user_id)
  );
  CREATE INDEX room_invitations_user_id_id_idx ON room_invitations (user_id, id);

  CREATE TABLE room_departures (
    room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    last_sent_at timestamptz,
    PRIMARY KEY (room_id, user_id)
  );
  CREATE INDEX room_departures_user_id_idx ON room_departures (user_id);

  CREATE TABLE room_restrictions (
    room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    kind varchar(4) NOT NULL,
    until timestamptz,
    reason text,
    by_id integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (room_id, user_id)
  );
  CREATE INDEX room_restrictions_user_id_idx ON room_restrictions (user_id);

  CREATE TABLE room_changes (
    room_id uuid NOT NULL,
    seq bigint NOT NULL,
    kind varchar(20) NOT NULL,
    about jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (room_id, seq)
  );
  CREATE INDEX room_changes_created_at_idx ON room_changes (created_at);

  CREATE TABLE room_notices (
    room_id uuid NOT NULL,
    seq bigint NOT NULL,
    kind varchar(20) NOT NULL,
    actor_id integer,
    user_ids integer[] NOT NULL,
    user_count integer NOT NULL,
    name text,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (room_id, seq)
  );
  CREATE INDEX room_notices_actor_id_idx ON room_notices (actor_id);
  CREATE INDEX room_notices_users_idx ON room_notices USING gin (user_ids);

  CREATE TABLE past_memberships (
    room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    joined_seq bigint NOT NULL,
    left_seq bigint NOT NULL,
    delivered_seq bigint NOT NULL,
    read_seq bigint NOT NULL,
    joined_at timestamptz NOT NULL,
    left_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (room_id, user_id, joined_seq)
  );
  CREATE INDEX past_memberships_user_id_idx ON past_memberships (user_id);
  CREATE INDEX past_memberships_left_at_idx ON past_memberships (left_at);

  CREATE TABLE thread_members (
    room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
    thread_id uuid NOT NULL,
    user_id integer NOT NULL,
    is_following boolean NOT NULL,
    read_seq bigint NOT NULL,
    PRIMARY KEY (room_id, thread_id, user_id),
    FOREIGN KEY (room_id, user_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE
  );
  CREATE INDEX thread_members_user_id_room_id_thread_id_idx ON thread_members (user_id, room_id, thread_id);

  CREATE TABLE drafts (
    room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
    user_id integer NOT NULL,
    place_id uuid NOT NULL,
    content text NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (room_id, user_id, place_id),
    FOREIGN KEY (room_id, user_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE
  );
  CREATE INDEX drafts_user_id_room_id_place_id_idx ON drafts (user_id, room_id, place_id);

  CREATE TABLE held_messages (
    room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
    message_id uuid NOT NULL,
    user_id integer NOT NULL,
    is_edit boolean NOT NULL,
    client_message_id uuid,
    body text,
    held_at timestamptz NOT NULL,
    held_until timestamptz NOT NULL,
    PRIMARY KEY (room_id, message_id),
    FOREIGN KEY (room_id, user_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE
  );
  CREATE UNIQUE INDEX held_messages_sent ON held_messages (room_id, user_id, client_message_id);
  CREATE INDEX held_messages_listed ON held_messages (room_id, held_at, message_id);
  CREATE INDEX held_messages_of_user ON held_messages (user_id);
  CREATE INDEX held_messages_named ON held_messages (message_id);
  CREATE INDEX held_messages_oldest ON held_messages (held_at, message_id) WHERE body IS NOT NULL;
`;
