import type pg from 'pg';

/** A key of a table that belongs to rooms. */
interface RoomKey {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  /** Of a foreign key. */
  readonly refers_to: string | null;
}

/** Every key of the tables of rooms, in PostgreSQL's catalogue. All but `messages` have a foreign key to rooms. */
async function keysOfRoomTables(database: pg.Client): Promise<RoomKey[]> {
  const { rows } = await database.query<RoomKey>(`
    SELECT c.conrelid::regclass::text AS table, c.conname AS name, nullif(c.confrelid, 0)::regclass::text AS refers_to,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.conrelid AND attnum = ANY (c.conkey)) AS columns
    FROM pg_constraint c
    WHERE c.contype IN ('p', 'u', 'f') AND (c.conrelid = 'messages'::regclass OR c.conrelid IN (
      SELECT conrelid FROM pg_constraint WHERE contype = 'f' AND confrelid = 'rooms'::regclass))
    ORDER BY 1, 2`);
  return rows;
}

/** The keys that do not name the room. Users belong to no room. */
export async function keysWithoutRoom(database: pg.Client): Promise<string[]> {
  const keys = await keysOfRoomTables(database);
  const tables = new Set(keys.map(({ table }) => table));
  return keys
    .filter(({ refers_to }) => refers_to === null || refers_to === 'rooms' || tables.has(refers_to))
    .filter(({ columns }) => !columns.includes('room_id'))
    .map(({ name }) => name);
}

/**
 * The indexes of the room alone in tables whose rows name messages. Where rooms have few such rows on average, the
 * planner takes one of them for as good as the index of the message, and reads all rows of a large room.
 */
export async function indexesOfRoomAlone(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(`
    SELECT i.indexrelid::regclass::text AS name
    FROM pg_index i
    JOIN pg_attribute room ON room.attrelid = i.indrelid AND room.attname = 'room_id'
    JOIN pg_attribute message ON message.attrelid = i.indrelid AND message.attname = 'message_id'
    WHERE i.indkey::text = room.attnum::text ORDER BY 1`);
  return rows.map(({ name }) => name);
}
