import type { DataSource } from 'typeorm';

/** The unique constraint of release 0.2, which has no `room_id`. While it exists, nodes of that release may run. */
export const PAIR_KEY = 'rooms_pair_key_key';

/**
 * Nodes of release 0.2 create and delete OneToOneChats without their rows of `room_pairs`: the trigger writes these
 * until the constraint is dropped.
 */
export const WRITE_PAIRS = `
  CREATE FUNCTION write_room_pairs() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO room_pairs (pair_key, room_id) VALUES (NEW.pair_key, NEW.id) ON CONFLICT DO NOTHING;
    ELSE
      DELETE FROM room_pairs WHERE room_id = OLD.id;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER pair_made AFTER INSERT ON rooms FOR EACH ROW WHEN (NEW.pair_key IS NOT NULL)
    EXECUTE FUNCTION write_room_pairs();
  CREATE TRIGGER pair_ended AFTER DELETE ON rooms FOR EACH ROW WHEN (OLD.pair_key IS NOT NULL)
    EXECUTE FUNCTION write_room_pairs()`;

export const DROP_PAIR_TRIGGERS = `
  DROP TRIGGER IF EXISTS pair_made ON rooms;
  DROP TRIGGER IF EXISTS pair_ended ON rooms;
  DROP FUNCTION IF EXISTS write_room_pairs()`;

export const DROP_PAIR_KEY = `${DROP_PAIR_TRIGGERS}; ALTER TABLE rooms DROP CONSTRAINT ${PAIR_KEY}`;

export const FILL_ALL_PAIRS = `
  INSERT INTO room_pairs (pair_key, room_id) SELECT pair_key, id FROM rooms WHERE pair_key IS NOT NULL
  ON CONFLICT DO NOTHING`;

/** The number of rooms that one statement reads. */
const PAGE = 5_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Rooms are locked against their deletion, which does not block sends. */
const FILL_PAIRS = `
  WITH next AS (
    SELECT id, pair_key FROM rooms WHERE id > $1 ORDER BY id LIMIT ${String(PAGE)} FOR KEY SHARE
  ), filled AS (
    INSERT INTO room_pairs (pair_key, room_id) SELECT pair_key, id FROM next WHERE pair_key IS NOT NULL
    ON CONFLICT DO NOTHING
  )
  SELECT id FROM next ORDER BY id DESC LIMIT 1`;

/**
 * Writes the pairs of the OneToOneChats that were created before the table of pairs. Without effect once the keys are
 * those by room.
 */
export async function fillRoomPairs(source: DataSource): Promise<void> {
  const [row] = await source.query<[{ is_due: boolean }]>(
    'SELECT EXISTS (SELECT FROM pg_constraint WHERE conname = $1 AND conrelid = to_regclass($2)) AS is_due',
    [PAIR_KEY, 'rooms'],
  );
  if (!row.is_due) return;
  for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
    const last: { id: string }[] = await source.query(FILL_PAIRS, [after]);
    after = last[0]?.id;
  }
}
