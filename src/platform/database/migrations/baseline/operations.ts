/** The processes of a deployment, and what they record. */
export const OPERATIONS = `
  CREATE TABLE nodes (
    id uuid PRIMARY KEY,
    started_at timestamptz NOT NULL DEFAULT now(),
    alive_at timestamptz NOT NULL DEFAULT now(),
    newest_migration bigint
  );

  CREATE TABLE sessions (
    id uuid PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    node_id uuid NOT NULL REFERENCES nodes ON DELETE CASCADE,
    device text NOT NULL,
    connected_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    log_in uuid
  );
  CREATE INDEX sessions_user_id_idx ON sessions (user_id);
  CREATE INDEX sessions_node_id_idx ON sessions (node_id);

  CREATE TABLE past_sessions (
    id uuid PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    node_id uuid NOT NULL,
    device text NOT NULL,
    opened_at timestamptz NOT NULL,
    closed_at timestamptz NOT NULL,
    close_code integer,
    close_reason text
  );
  CREATE INDEX past_sessions_user_id_closed_at_idx ON past_sessions (user_id, closed_at);
  CREATE INDEX past_sessions_closed_at_idx ON past_sessions (closed_at);

  CREATE TABLE sync_records (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    session_id uuid NOT NULL,
    synced_at timestamptz NOT NULL,
    rooms jsonb NOT NULL
  );
  CREATE INDEX sync_records_user_id_synced_at_idx ON sync_records (user_id, synced_at);
  CREATE INDEX sync_records_synced_at_idx ON sync_records (synced_at);

  CREATE TABLE delivery_recording (
    id smallint PRIMARY KEY,
    since timestamptz,
    syncs_since timestamptz
  );

  CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    name varchar(100) NOT NULL,
    prefix varchar(8) NOT NULL,
    key_hash varchar(64) NOT NULL UNIQUE,
    scopes text[] NOT NULL,
    user_id integer REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    only_user_ids integer[],
    maker_id integer REFERENCES users ON DELETE CASCADE
  );
  CREATE INDEX api_keys_user_id_idx ON api_keys (user_id);
  CREATE INDEX api_keys_maker_id_idx ON api_keys (maker_id);

  CREATE TABLE audit_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    actor_id integer,
    action varchar(40) NOT NULL,
    room_id uuid,
    subject_id integer,
    details jsonb NOT NULL DEFAULT '{}',
    api_key_id uuid
  );
  CREATE INDEX audit_entries_room_id_id_idx ON audit_entries (room_id, id);
  CREATE INDEX audit_entries_actor_id_id_idx ON audit_entries (actor_id, id);
  CREATE INDEX audit_entries_subject_id_id_idx ON audit_entries (subject_id, id);
  CREATE INDEX audit_entries_api_key_id_id_idx ON audit_entries (api_key_id, id) WHERE api_key_id IS NOT NULL;

  CREATE TABLE audit_origins (
    entry_id bigint PRIMARY KEY,
    user_id integer NOT NULL,
    address varchar(45) NOT NULL,
    session_id uuid
  );
  CREATE INDEX audit_origins_of_user ON audit_origins (user_id);

  CREATE TABLE audit_seals (
    seq bigint PRIMARY KEY,
    entry_id bigint NOT NULL UNIQUE,
    hash bytea NOT NULL,
    sealed_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE audit_unsealed (
    entry_id bigint PRIMARY KEY
  );

  CREATE TABLE audit_streams (
    name varchar(10) PRIMARY KEY,
    seq bigint NOT NULL DEFAULT 0,
    delivery_id uuid,
    delivery_seq bigint
  );

  CREATE TABLE epochs (
    id uuid PRIMARY KEY,
    number integer NOT NULL UNIQUE,
    parent_id uuid REFERENCES epochs,
    reason text NOT NULL,
    origin text NOT NULL,
    began_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE epoch_rooms (
    room_id uuid NOT NULL,
    epoch_id uuid NOT NULL REFERENCES epochs,
    last_seq bigint NOT NULL,
    PRIMARY KEY (room_id, epoch_id)
  );

  CREATE TABLE leases (
    name varchar(40) PRIMARY KEY,
    holder uuid NOT NULL,
    fence bigint NOT NULL,
    expires_at timestamptz NOT NULL
  );

  CREATE TABLE signals (
    id bigserial PRIMARY KEY,
    kind varchar(40) NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    transaction bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint
  );
  CREATE INDEX signals_created_at_idx ON signals (created_at);
  CREATE INDEX signals_transaction_idx ON signals (transaction);

  CREATE TABLE deployment_settings (
    name varchar(64) PRIMARY KEY,
    value jsonb,
    changes integer NOT NULL DEFAULT 0,
    changed_at timestamptz NOT NULL DEFAULT now(),
    changed_by integer REFERENCES users ON DELETE SET NULL
  );
  CREATE INDEX deployment_settings_changed_by_idx ON deployment_settings (changed_by) WHERE changed_by IS NOT NULL;

  CREATE TABLE invitations (
    id uuid PRIMARY KEY,
    token_hash bytea NOT NULL UNIQUE,
    inviter_id integer REFERENCES users ON DELETE CASCADE,
    email varchar(254),
    room_ids uuid[] NOT NULL DEFAULT '{}',
    uses integer NOT NULL,
    used integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    is_for_guests boolean NOT NULL DEFAULT false,
    guest_until timestamptz
  );
  CREATE INDEX invitations_inviter_id_id_idx ON invitations (inviter_id, id);

  CREATE TABLE invitation_uses (
    invitation_id uuid NOT NULL REFERENCES invitations ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    used_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (invitation_id, user_id)
  );
  CREATE INDEX invitation_uses_user_id_idx ON invitation_uses (user_id);

  CREATE TABLE sign_ups (
    id uuid PRIMARY KEY,
    address varchar(64) NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX sign_ups_address_made_at_idx ON sign_ups (address, made_at);
  CREATE INDEX sign_ups_made_at_idx ON sign_ups (made_at);

  CREATE TABLE pending_accounts (
    id uuid PRIMARY KEY,
    username varchar(150) NOT NULL,
    password_hash text NOT NULL,
    email varchar(254) NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    language varchar(5) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX pending_accounts_created_at_idx ON pending_accounts (created_at);

  CREATE TABLE mails (
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
  CREATE INDEX mails_due ON mails (due_at) WHERE state = 'pending';
  CREATE INDEX mails_of_state ON mails (state, id);
  CREATE INDEX mails_to_address ON mails (address_key, created_at);
  CREATE INDEX mails_of_day ON mails (created_at);
  CREATE INDEX mails_user_id_idx ON mails (user_id);

  CREATE TABLE missed_mails (
    user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    due_at timestamptz,
    leased_until timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    mailed_at timestamptz
  );
  CREATE INDEX missed_mails_due ON missed_mails (due_at) WHERE due_at IS NOT NULL;
`;
