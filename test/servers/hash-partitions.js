/** The tables of rooms: `messages` has no foreign key to them. Indexes of keys come with their constraints. */
const DEFINITIONS = `
  SELECT t.oid::regclass::text AS table,
    ARRAY(SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', t.oid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE conrelid = t.oid AND contype IN ('p', 'u')) AS keys,
    ARRAY(SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE conrelid = t.oid AND contype = 'f') AS references,
    ARRAY(SELECT pg_get_indexdef(indexrelid) FROM pg_index i
      WHERE indrelid = t.oid AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)) AS indexes,
    ARRAY(SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = t.oid AND NOT tgisinternal) AS triggers
  FROM pg_class t
  WHERE t.oid IN ('rooms'::regclass, 'messages'::regclass)
    OR t.oid IN (SELECT conrelid FROM pg_constraint WHERE contype = 'f' AND confrelid = 'rooms'::regclass)
  ORDER BY t.oid <> 'rooms'::regclass`;

const VIEWS = `
  SELECT format('CREATE VIEW %I AS %s', viewname, definition) AS view FROM pg_views WHERE schemaname = current_schema()`;

/** @typedef {{ table: string } & Record<'keys' | 'references' | 'indexes' | 'triggers', string[]>} Definition */

/**
 * Replaces the empty tables of rooms with the same tables in hash partitions by room.
 * @param {import('pg').ClientBase} database
 * @param {number} partitions
 * @returns {Promise<string[]>} the names of the tables
 */
export async function partitionByRoom(database, partitions) {
  /** @type {import('pg').QueryResult<Definition>} */
  const { rows } = await database.query(DEFINITIONS);
  /** @type {import('pg').QueryResult<{ view: string }>} */
  const { rows: views } = await database.query(VIEWS);
  await database.query('BEGIN');
  for (const { table } of rows) {
    const column = table === 'rooms' ? 'id' : 'room_id';
    await database.query(`
      ALTER TABLE ${table} RENAME TO whole_${table};
      CREATE TABLE ${table} (LIKE whole_${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING IDENTITY)
        PARTITION BY HASH (${column})`);
    for (let at = 0; at < partitions; at += 1) {
      await database.query(
        `CREATE TABLE ${table}_${String(at)} PARTITION OF ${table}
         FOR VALUES WITH (MODULUS ${String(partitions)}, REMAINDER ${String(at)})`,
      );
    }
  }
  for (const { table } of rows) await database.query(`DROP TABLE whole_${table} CASCADE`);
  for (const part of /** @type {const} */ (['keys', 'references', 'indexes', 'triggers'])) {
    for (const definition of rows.flatMap((row) => row[part])) await database.query(definition);
  }
  for (const { view } of views) await database.query(view);
  await database.query('COMMIT');
  return rows.map(({ table }) => table);
}
