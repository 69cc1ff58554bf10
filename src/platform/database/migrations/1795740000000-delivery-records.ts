import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records of delivery for traces of messages, kept for some days. */
export class DeliveryRecords1795740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
      CREATE INDEX ON past_sessions (user_id, closed_at);
      CREATE INDEX ON past_sessions (closed_at);

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
      CREATE INDEX ON past_memberships (user_id);
      CREATE INDEX ON past_memberships (left_at);

      CREATE TABLE sync_records (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        session_id uuid NOT NULL,
        synced_at timestamptz NOT NULL,
        rooms jsonb NOT NULL
      );
      CREATE INDEX ON sync_records (user_id, synced_at);
      CREATE INDEX ON sync_records (synced_at);

      CREATE TABLE delivery_recording (
        id smallint PRIMARY KEY,
        since timestamptz,
        syncs_since timestamptz
      );
      INSERT INTO delivery_recording (id, since, syncs_since) VALUES (1, now(), now());
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE past_sessions, past_memberships, sync_records, delivery_recording');
  }
}
