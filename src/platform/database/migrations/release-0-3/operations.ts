import { ORIGIN } from '../../history/begin-epoch.js';
import type { Part } from './part.js';

/**
 * The processes of a deployment, and what they record. No row is rewritten.
 *
 * The first epoch begins here; it needs no numbers, as no position of a client names an earlier one.
 *
 * Entries of the audit log are never changed, so their seals are rows of their own. A trigger notes what is not sealed
 * yet: those of nodes of the previous release too. The entries of a removed API key keep its id, so there is no foreign
 * key. Nodes of the previous release record no keys, and ignore the users to which a key is limited and who made it.
 */
export const OPERATIONS: Part = {
  up: `
    ALTER TABLE nodes ADD COLUMN newest_migration bigint;
    ALTER TABLE sessions ADD COLUMN log_in uuid;
    ALTER TABLE api_keys
      ADD COLUMN only_user_ids integer[], ADD COLUMN maker_id integer REFERENCES users ON DELETE CASCADE;
    ALTER TABLE webhooks ADD COLUMN is_public_only boolean NOT NULL DEFAULT false;
    CREATE INDEX api_keys_maker_id_idx ON api_keys (maker_id);
    ALTER TABLE pushes ADD COLUMN is_reminder boolean NOT NULL DEFAULT false, ADD COLUMN edit_seq bigint;
    ALTER TABLE audit_entries ADD COLUMN api_key_id uuid;
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

    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_audit();
    CREATE FUNCTION note_unsealed_audit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO audit_unsealed SELECT id FROM written;
      RETURN NULL;
    END $$;
    CREATE TRIGGER unsealed AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION note_unsealed_audit();
    INSERT INTO audit_unsealed SELECT id FROM audit_entries;
    INSERT INTO epochs (id, number, reason, origin) VALUES (gen_random_uuid(), 1, 'installed', ${ORIGIN});
  `,
  /** Keys that were limited to users are revoked: without the column they could act for everybody. */
  down: `
    DROP TRIGGER unsealed ON audit_entries;
    DROP FUNCTION note_unsealed_audit();
    DROP TABLE audit_origins, audit_seals, audit_unsealed, audit_streams, epoch_rooms, epochs, leases;
    ALTER TABLE audit_entries DROP COLUMN api_key_id;
    ALTER TABLE pushes DROP COLUMN is_reminder, DROP COLUMN edit_seq;
    UPDATE api_keys SET revoked_at = now()
    WHERE (only_user_ids IS NOT NULL OR maker_id IS NOT NULL) AND revoked_at IS NULL;
    ALTER TABLE api_keys DROP COLUMN only_user_ids, DROP COLUMN maker_id;
    UPDATE webhooks SET is_active = false WHERE is_public_only;
    ALTER TABLE webhooks DROP COLUMN is_public_only;
    ALTER TABLE sessions DROP COLUMN log_in;
    ALTER TABLE nodes DROP COLUMN newest_migration;
  `,
};
