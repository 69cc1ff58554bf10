import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Push1795720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE push_subscriptions (
        id uuid PRIMARY KEY,
        user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
        family uuid,
        endpoint text NOT NULL UNIQUE,
        host text NOT NULL,
        p256dh text NOT NULL,
        auth text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        confirmed_at timestamptz NOT NULL DEFAULT now(),
        last_ok_at timestamptz,
        failures integer NOT NULL DEFAULT 0
      );
      CREATE INDEX ON push_subscriptions (user_id);

      CREATE TABLE pushes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        message_id uuid NOT NULL,
        room_id uuid NOT NULL REFERENCES rooms ON DELETE CASCADE,
        seq bigint NOT NULL,
        user_id integer REFERENCES users ON DELETE CASCADE,
        subscription_id uuid REFERENCES push_subscriptions ON DELETE SET NULL,
        members integer NOT NULL DEFAULT 1,
        state varchar(10) NOT NULL DEFAULT 'pending',
        reason varchar(20),
        status integer,
        due_at timestamptz NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        done_at timestamptz
      );
      CREATE INDEX ON pushes (due_at) WHERE state = 'pending';
      CREATE INDEX ON pushes (due_at, id) WHERE state = 'pending' AND user_id IS NULL;
      CREATE INDEX ON pushes (created_at);
      CREATE INDEX ON pushes (user_id, id);
      CREATE INDEX ON pushes (room_id, seq);
      CREATE INDEX ON pushes (subscription_id) WHERE subscription_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE pushes, push_subscriptions;
      DELETE FROM feed_followers WHERE name = 'push';
    `);
  }
}
