import type { MoveConnection } from './move-connection.js';
import type { MovedTable } from './moved-table.js';

/** An index, a trigger or a foreign key that does not exist while rows are copied. */
interface PostponedObject {
  readonly drop: string;
  readonly create: string;
}

/**
 * Drops the triggers, the foreign keys and the indexes that are no constraints. Without triggers no row has an effect
 * on another table; without foreign keys the order of rows that refer to each other does not matter; an index of a full
 * table is built faster than row by row.
 * @returns the statements that create them again, the foreign keys last
 */
export async function dropPostponed(target: MoveConnection, tables: readonly MovedTable[]): Promise<string[]> {
  const objects = await target.query<PostponedObject>(OBJECTS, [tables.map(({ name }) => name)]);
  for (const { drop } of objects) await target.query(drop);
  return objects.map(({ create }) => create);
}

const OBJECTS = `
  WITH tables AS (
    SELECT c.oid, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relname = ANY ($1::text[])
  )
  SELECT "drop", "create" FROM (
    SELECT 1 AS place, i.indexrelid AS oid, format('DROP INDEX %I', c.relname) AS "drop",
      pg_get_indexdef(i.indexrelid, 0, true) AS "create"
    FROM tables t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class c ON c.oid = i.indexrelid
    WHERE NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = c.oid AND o.conrelid = t.oid AND o.contype <> 'f')
    UNION ALL
    SELECT 2, g.oid, format('DROP TRIGGER %I ON %I', g.tgname, t.relname), pg_get_triggerdef(g.oid, true)
    FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid WHERE NOT g.tgisinternal
    UNION ALL
    SELECT 3, o.oid, format('ALTER TABLE %I DROP CONSTRAINT %I', t.relname, o.conname),
      format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, o.conname, pg_get_constraintdef(o.oid, true))
    FROM tables t JOIN pg_constraint o ON o.conrelid = t.oid WHERE o.contype = 'f'
  ) objects ORDER BY place, oid`;
