import type { Part } from './part.js';

/**
 * Rooms, their members, and what belongs to a membership. No row is rewritten.
 *
 * A OneToOneChat that one of its two users has deleted keeps who and since when. Messages that nodes of the previous
 * release store in it meanwhile are shown when the user returns, because they have numbers above `hidden_seq`.
 *
 * The view has the memberships for statements about users, which name no table of rooms. Where tables of rooms are
 * spread over servers, it is a table next to the users.
 */
export const ROOMS: Part = {
  up: `
    ALTER TABLE rooms
      ADD COLUMN hidden_user_id integer REFERENCES users ON DELETE SET NULL,
      ADD COLUMN hidden_seq bigint,
      ADD COLUMN messages_removed_before timestamptz,
      ADD COLUMN is_closed boolean NOT NULL DEFAULT false,
      ADD COLUMN slow_mode_seconds integer NOT NULL DEFAULT 0,
      ADD COLUMN message_ttl_seconds integer,
      ADD COLUMN max_message_length integer,
      ADD COLUMN media_allowed boolean NOT NULL DEFAULT true,
      ADD COLUMN held_at timestamptz,
      ADD COLUMN hold_reason text,
      ADD COLUMN retention_days integer;
    CREATE INDEX rooms_hidden_user_id_idx ON rooms (hidden_user_id) WHERE hidden_user_id IS NOT NULL;
    ALTER TABLE room_members
      ADD COLUMN history_seq bigint NOT NULL DEFAULT 0,
      ADD COLUMN is_favourite boolean NOT NULL DEFAULT false,
      ADD COLUMN archived_seq bigint,
      ADD COLUMN marked_unread_seq bigint,
      ADD COLUMN notify_level varchar(10),
      ADD COLUMN muted_until timestamptz,
      ADD COLUMN last_sent_at timestamptz;

    CREATE VIEW user_rooms AS SELECT user_id, room_id FROM room_members;

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

    CREATE TABLE room_notices (
      room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
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
  `,
  /** The users see the chats that they had deleted again, with all messages: without the columns nothing hides them. */
  down: `
    WITH returned AS (
      INSERT INTO room_members (room_id, user_id, joined_seq, delivered_seq, read_seq, change_seq)
      SELECT id, hidden_user_id, last_seq, last_seq, last_seq, last_seq FROM rooms WHERE hidden_user_id IS NOT NULL
      RETURNING user_id
    )
    UPDATE users SET rooms_version = rooms_version + 1 WHERE id IN (SELECT user_id FROM returned);

    DROP TABLE room_invitations, room_departures, room_restrictions, room_notices, thread_members, drafts, held_messages;
    DROP VIEW user_rooms;
    ALTER TABLE room_members
      DROP COLUMN history_seq, DROP COLUMN is_favourite, DROP COLUMN archived_seq, DROP COLUMN marked_unread_seq,
      DROP COLUMN notify_level, DROP COLUMN muted_until, DROP COLUMN last_sent_at;
    ALTER TABLE rooms
      DROP COLUMN hidden_user_id, DROP COLUMN hidden_seq, DROP COLUMN messages_removed_before, DROP COLUMN is_closed,
      DROP COLUMN slow_mode_seconds, DROP COLUMN message_ttl_seconds, DROP COLUMN max_message_length,
      DROP COLUMN media_allowed, DROP COLUMN held_at, DROP COLUMN hold_reason, DROP COLUMN retention_days;
  `,
};
