/** The unique constraint that the table of pairs replaces. */
export const PAIR_KEY = 'rooms_pair_key_key';

export const FILL_PAIRS = `
  INSERT INTO room_pairs (pair_key, room_id) SELECT pair_key, id FROM rooms WHERE pair_key IS NOT NULL
  ON CONFLICT DO NOTHING`;

/** The triggers by which release 0.3 wrote the pairs of rooms of nodes of 0.2. */
export const DROP_PAIR_TRIGGERS = `
  DROP TRIGGER IF EXISTS pair_made ON rooms;
  DROP TRIGGER IF EXISTS pair_ended ON rooms;
  DROP FUNCTION IF EXISTS write_room_pairs()`;

export const DROP_PAIR_KEY = `${DROP_PAIR_TRIGGERS}; ALTER TABLE rooms DROP CONSTRAINT IF EXISTS ${PAIR_KEY}`;
