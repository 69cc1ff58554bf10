import type pg from 'pg';

import type { Room } from '@parley/protocol';

/** Sizes in bytes: of the rows as `rows`, and of each index by its definition without names. */
export type Sizes = Readonly<Record<string, number>>;

const SIZES = `
  SELECT 'rows' AS name, pg_relation_size($1::regclass)::int AS bytes
  UNION ALL
  SELECT regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', ''), pg_relation_size(indexrelid)::int
  FROM pg_index WHERE indrelid = $1::regclass`;

export async function sizesOf(database: pg.Client, table: string): Promise<Sizes> {
  const { rows } = await database.query<{ name: string; bytes: number }>(SIZES, [table]);
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

/** The sizes of a copy of the messages that has never been anything else. */
export async function freshSizes(database: pg.Client): Promise<Sizes> {
  await database.query(`
    DROP TABLE IF EXISTS fresh;
    CREATE TABLE fresh (LIKE messages INCLUDING ALL);
    INSERT INTO fresh SELECT * FROM messages ORDER BY id;
    REINDEX TABLE fresh`);
  const sizes = await sizesOf(database, 'fresh');
  await database.query('DROP TABLE fresh');
  return sizes;
}

/**
 * Stores messages of different words in rooms, as if they had been sent long ago.
 * @param days the age of the messages
 */
export async function storeMessages(
  database: pg.Client,
  rooms: readonly Pick<Room, 'id'>[],
  { count, days, senderId }: { readonly count: number; readonly days: number; readonly senderId: number },
): Promise<void> {
  await database.query(
    `WITH last AS MATERIALIZED (SELECT id, last_seq FROM rooms), stored AS (
       INSERT INTO messages (id, room_id, seq, change_seq, sender_id, content, created_at, updated_at)
       SELECT gen_random_uuid(), r.id, r.last_seq + place, r.last_seq + place, $2,
         (SELECT string_agg(substr(md5((n * 31 + word)::text), 1, 3 + word % 5), ' ') FROM generate_series(1, 12) word),
         now() - make_interval(days => $4), now() - make_interval(days => $4)
       FROM generate_series(0, $3::int - 1) n
       CROSS JOIN LATERAL (SELECT n / cardinality($1::uuid[]) + 1 AS place) p
       JOIN last r ON r.id = ($1::uuid[])[n % cardinality($1::uuid[]) + 1]
       RETURNING room_id, seq
     )
     UPDATE rooms r SET last_seq = s.seq FROM (SELECT room_id, max(seq) AS seq FROM stored GROUP BY room_id) s
     WHERE r.id = s.room_id`,
    [rooms.map(({ id }) => id), senderId, count, days],
  );
}

/** The content of all messages that were stored before a time: every column of every row. */
export async function contentBefore(database: pg.Client, time: Date): Promise<{ count: number; sum: string }> {
  const { rows } = await database.query<{ count: number; sum: string }>(
    `SELECT count(*)::int AS count, md5(string_agg(m::text, '|' ORDER BY id)) AS sum
     FROM messages m WHERE created_at < $1`,
    [time],
  );
  return rows[0]!;
}
