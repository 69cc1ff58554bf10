import { boundedJson } from './bounded-json.js';
import type { Part } from './part.js';

/**
 * Settings, profiles, log-ins, accounts and the private state of users. No row is rewritten: columns are null or have a
 * constant default in present rows, and in those of nodes of the previous release. The constraint, which present rows
 * fulfil, is not checked against them.
 */
export const PEOPLE: Part = {
  up: `
    ALTER TABLE users
      ADD COLUMN add_policy varchar(10),
      ADD COLUMN username_skeleton varchar(300) UNIQUE,
      ADD COLUMN password_set_at timestamptz,
      ADD COLUMN avatar varchar(500),
      ADD COLUMN status jsonb,
      ADD COLUMN custom jsonb,
      ADD COLUMN is_bot boolean NOT NULL DEFAULT false,
      ADD COLUMN profile_version integer NOT NULL DEFAULT 0,
      ADD COLUMN notify_level varchar(10),
      ADD COLUMN do_not_disturb jsonb,
      ADD COLUMN profile_changed_at timestamptz,
      ADD COLUMN role varchar(10) NOT NULL DEFAULT 'user',
      ADD COLUMN role_version integer NOT NULL DEFAULT 0,
      ADD COLUMN deactivated_by varchar(10),
      ADD CONSTRAINT users_custom_bounded CHECK ${boundedJson('custom')} NOT VALID;
    ALTER TABLE refresh_tokens
      ADD COLUMN refreshed_at timestamptz,
      ADD COLUMN created_at timestamptz,
      ADD COLUMN device text,
      ADD COLUMN address text,
      ADD COLUMN active_at timestamptz,
      ADD COLUMN authenticated_at timestamptz,
      ADD COLUMN has_second_factor boolean NOT NULL DEFAULT false;
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
  `,
  down: `
    DROP TABLE second_factors, recovery_codes, spent_tickets, provider_accounts, provider_log_ins, user_blocks,
      stranger_contacts, private_logs, private_changes, saved_messages, scheduled_messages, timers;
    ALTER TABLE refresh_tokens
      DROP COLUMN refreshed_at, DROP COLUMN created_at, DROP COLUMN device, DROP COLUMN address, DROP COLUMN active_at,
      DROP COLUMN authenticated_at, DROP COLUMN has_second_factor;
    ALTER TABLE users
      DROP COLUMN add_policy, DROP COLUMN username_skeleton, DROP COLUMN password_set_at, DROP COLUMN avatar,
      DROP COLUMN status, DROP COLUMN custom, DROP COLUMN is_bot, DROP COLUMN profile_version, DROP COLUMN notify_level,
      DROP COLUMN do_not_disturb, DROP COLUMN profile_changed_at, DROP COLUMN role, DROP COLUMN role_version,
      DROP COLUMN deactivated_by;
  `,
};
