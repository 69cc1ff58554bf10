import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks and their deliveries. */
export class Webhooks1795710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhooks (
        id uuid PRIMARY KEY,
        url text NOT NULL,
        events text[] NOT NULL,
        description text NOT NULL,
        secret text NOT NULL,
        is_active boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE webhook_deliveries (
        id uuid PRIMARY KEY,
        webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
        event varchar(40) NOT NULL,
        room_id uuid,
        seq bigint,
        message_ids uuid[] NOT NULL,
        data jsonb,
        state varchar(10) NOT NULL DEFAULT 'pending',
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz NOT NULL DEFAULT now(),
        claimed_until timestamptz,
        last_status integer,
        last_error varchar(100),
        created_at timestamptz NOT NULL DEFAULT now(),
        ended_at timestamptz
      );
      CREATE INDEX ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'pending';
      CREATE INDEX ON webhook_deliveries (state, ended_at) WHERE state <> 'pending';
      CREATE INDEX ON webhook_deliveries USING gin (message_ids);
      CREATE INDEX ON webhook_deliveries (room_id) WHERE room_id IS NOT NULL;
      CREATE INDEX ON webhook_deliveries (webhook_id, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE webhook_deliveries;
      DROP TABLE webhooks;
      DELETE FROM feed_followers WHERE name = 'webhooks';
    `);
  }
}
