import { boundedJson } from '../../bounded-json.js';

/** Users, their log-ins and accounts, and what is private to each of them. */
export const PEOPLE = `
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
    deleted_at timestamptz,
    add_policy varchar(10),
    username_skeleton varchar(300) UNIQUE,
    password_set_at timestamptz,
    avatar varchar(500),
    status jsonb,
    custom jsonb,
    is_bot boolean NOT NULL DEFAULT false,
    profile_version integer NOT NULL DEFAULT 0,
    notify_level varchar(10),
    do_not_disturb jsonb,
    profile_changed_at timestamptz,
    role varchar(10) NOT NULL DEFAULT 'user',
    role_version integer NOT NULL DEFAULT 0,
    deactivated_by varchar(10),
    is_guest boolean NOT NULL DEFAULT false,
    guest_until timestamptz,
    language varchar(5),
    mail_notices varchar(10),
    external_id varchar(200)
  );
  ALTER TABLE users ADD CONSTRAINT users_custom_bounded CHECK ${boundedJson('custom')} NOT VALID;
  ALTER TABLE users ADD CONSTRAINT users_guest_without_role CHECK (NOT is_guest OR role = 'user') NOT VALID;

  CREATE TABLE refresh_tokens (
    family uuid PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    jti_hash char(64) NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    refreshed_at timestamptz,
    created_at timestamptz,
    device text,
    address text,
    active_at timestamptz,
    authenticated_at timestamptz,
    has_second_factor boolean NOT NULL DEFAULT false,
    room_ids uuid[]
  );
  CREATE INDEX refresh_tokens_user_id_idx ON refresh_tokens (user_id);

  CREATE TABLE known_devices (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    device_hash bytea NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, device_hash)
  );

  CREATE TABLE verified_addresses (
    address_key varchar(254) PRIMARY KEY,
    user_id integer NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
    verified_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE second_factors (
    user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    sealed_secret text NOT NULL,
    last_step integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    confirmed_at timestamptz
  );

  CREATE TABLE recovery_codes (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    code_hash char(64) NOT NULL,
    PRIMARY KEY (user_id, code_hash)
  );

  CREATE TABLE spent_tickets (
    id varchar(64) PRIMARY KEY,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX spent_tickets_expiring ON spent_tickets (expires_at);

  CREATE TABLE provider_accounts (
    issuer varchar(512) NOT NULL,
    subject varchar(255) NOT NULL,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
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

  CREATE TABLE user_blocks (
    blocker_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    blocked_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    blocked_at timestamptz NOT NULL,
    PRIMARY KEY (blocker_id, blocked_id)
  );
  CREATE INDEX user_blocks_blocked ON user_blocks (blocked_id, blocker_id);

  CREATE TABLE stranger_contacts (
    user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    contacts jsonb NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE private_logs (
    user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    last_seq bigint NOT NULL
  );

  CREATE TABLE private_changes (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    seq bigint NOT NULL,
    kind varchar(20) NOT NULL,
    key varchar(100) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, seq)
  );

  CREATE TABLE saved_messages (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    message_id uuid NOT NULL,
    room_id uuid NOT NULL,
    saved_at timestamptz NOT NULL,
    remind_at timestamptz,
    PRIMARY KEY (user_id, message_id)
  );
  CREATE INDEX saved_messages_listed ON saved_messages (user_id, saved_at, message_id);

  CREATE TABLE scheduled_messages (
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    id uuid NOT NULL,
    room_id uuid NOT NULL,
    body text NOT NULL,
    send_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    version integer NOT NULL DEFAULT 1,
    message_id uuid,
    attempts integer NOT NULL DEFAULT 0,
    refused_at timestamptz,
    refusal text,
    notification_id uuid,
    PRIMARY KEY (user_id, id)
  );
  CREATE INDEX scheduled_messages_listed ON scheduled_messages (user_id, send_at, id);
  CREATE INDEX scheduled_messages_notified ON scheduled_messages (user_id) WHERE notification_id IS NOT NULL;

  CREATE TABLE timers (
    kind varchar(20) NOT NULL,
    key varchar(200) NOT NULL,
    due_at timestamptz NOT NULL,
    user_id integer REFERENCES users ON DELETE CASCADE,
    attempts integer NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, key)
  );
  CREATE INDEX timers_due ON timers (due_at);
  CREATE INDEX timers_user ON timers (user_id);
`;
