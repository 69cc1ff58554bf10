import { boundedDelivery } from '../../bounded-json.js';

/** The outbox, and the deliveries of its consumers. */
export const OUTBOX = `
  CREATE TABLE feed_followers (
    name varchar(40) PRIMARY KEY
  );

  CREATE TABLE room_feed (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    room_id uuid NOT NULL,
    after bigint NOT NULL,
    up_to bigint NOT NULL,
    ended boolean NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    retry_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    external_id varchar(200)
  );

  CREATE TABLE webhooks (
    id uuid PRIMARY KEY,
    url text NOT NULL,
    events text[] NOT NULL,
    description text NOT NULL,
    secret text NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    is_public_only boolean NOT NULL DEFAULT false
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
    ended_at timestamptz,
    CONSTRAINT webhook_deliveries_data_bounded CHECK ${boundedDelivery('data')}
  );
  CREATE INDEX webhook_deliveries_webhook_id_next_attempt_at_idx
    ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'pending';
  CREATE INDEX webhook_deliveries_state_ended_at_idx ON webhook_deliveries (state, ended_at) WHERE state <> 'pending';
  CREATE INDEX webhook_deliveries_message_ids_idx ON webhook_deliveries USING gin (message_ids);
  CREATE INDEX webhook_deliveries_room_id_idx ON webhook_deliveries (room_id) WHERE room_id IS NOT NULL;
  CREATE INDEX webhook_deliveries_webhook_id_id_idx ON webhook_deliveries (webhook_id, id);

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
  CREATE INDEX push_subscriptions_user_id_idx ON push_subscriptions (user_id);

  CREATE TABLE pushes (
    id bigint GENERATED ALWAYS AS IDENTITY,
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
    done_at timestamptz,
    is_reminder boolean NOT NULL DEFAULT false,
    edit_seq bigint
  );
  CREATE INDEX pushes_due_at_idx ON pushes (due_at) WHERE state = 'pending';
  CREATE INDEX pushes_due_at_id_idx ON pushes (due_at, id) WHERE state = 'pending' AND user_id IS NULL;
  CREATE INDEX pushes_created_at_idx ON pushes (created_at);
  CREATE INDEX pushes_user_id_id_idx ON pushes (user_id, id);
  CREATE INDEX pushes_room_id_seq_idx ON pushes (room_id, seq);
  CREATE INDEX pushes_subscription_id_idx ON pushes (subscription_id) WHERE subscription_id IS NOT NULL;
  ALTER TABLE pushes ADD PRIMARY KEY (id, room_id);
`;
