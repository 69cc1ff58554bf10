/**
 * Reads the present schema from the catalogues of PostgreSQL, apart from ids and from the dates of rows: two databases
 * with equal answers behave alike.
 */

/** Objects of this schema that no extension has made. @param {string} catalogue @param {string} oid */
const own = (catalogue, oid) => `NOT EXISTS (
  SELECT FROM pg_depend d WHERE d.classid = '${catalogue}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;

const IN_SCHEMA = "(SELECT oid FROM pg_namespace WHERE nspname = 'public')";
const RELATION = `c.relnamespace = ${IN_SCHEMA} AND ${own('pg_class', 'c.oid')}`;

/** The options that a statement can set. A build of PostgreSQL may keep others there, which differ by the time. */
const STATISTICS_OPTIONS = `ARRAY(SELECT o FROM unnest(a.attoptions) o WHERE o LIKE 'n\\_distinct%')`;

/** Each with one text a row. @type {Record<string, string>} */
const QUERIES = {
  relations: `
    SELECT concat_ws(' ', c.relname, c.relkind, c.relpersistence, am.amname, c.reloptions, c.relacl, c.relreplident,
      'rls', c.relrowsecurity, c.relforcerowsecurity, pg_get_userbyid(c.relowner) = current_user)
    FROM pg_class c LEFT JOIN pg_am am ON am.oid = c.relam WHERE ${RELATION}`,
  columns: `
    SELECT concat_ws(' ', c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), 'collation', a.attcollation::regcollation, 'not null', a.attnotnull,
      'default', pg_get_expr(e.adbin, e.adrelid), 'identity', a.attidentity, 'generated', a.attgenerated,
      a.attstorage, a.attcompression, ${STATISTICS_OPTIONS}, a.attacl)
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef e ON e.adrelid = a.attrelid AND e.adnum = a.attnum
    WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind <> 'i' AND ${RELATION}`,
  constraints: `
    SELECT concat_ws(' ', c.relname, o.conname, o.contype, pg_get_constraintdef(o.oid), 'valid', o.convalidated,
      'index', i.relname)
    FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid LEFT JOIN pg_class i ON i.oid = o.conindid
    WHERE ${RELATION}`,
  indexes: `
    SELECT concat_ws(' ', pg_get_indexdef(i.indexrelid), 'valid', i.indisvalid, i.indisready, 'primary', i.indisprimary,
      'clustered', i.indisclustered, c.reloptions)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE ${RELATION}`,
  // Of indexes that cost the same, the planner takes the one that was made last.
  'order of indexes': `
    SELECT concat_ws(' ', i.indrelid::regclass, row_number() OVER (PARTITION BY i.indrelid ORDER BY i.indexrelid), c.relname)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE ${RELATION}`,
  views: `SELECT concat_ws(' ', c.relname, pg_get_viewdef(c.oid)) FROM pg_class c WHERE c.relkind IN ('v', 'm') AND ${RELATION}`,
  // White space is that of the files in which the functions are written.
  functions: `
    SELECT concat_ws(' ', p.proname, pg_get_function_arguments(p.oid), 'returns', pg_get_function_result(p.oid),
      l.lanname, p.prokind, p.provolatile, p.proparallel, 'strict', p.proisstrict, 'definer', p.prosecdef,
      'cost', p.procost, p.proconfig, p.proacl, regexp_replace(p.prosrc, '\\s+', ' ', 'g'))
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
    WHERE p.pronamespace = ${IN_SCHEMA} AND ${own('pg_proc', 'p.oid')}`,
  triggers: `
    SELECT concat_ws(' ', pg_get_triggerdef(t.oid), 'enabled', t.tgenabled)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND ${RELATION}`,
  sequences: `
    SELECT concat_ws(' ', c.relname, format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
      s.seqcache, s.seqcycle, 'of', d.refobjid::regclass, d.refobjsubid > 0, d.deptype)
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
    LEFT JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refobjsubid > 0`,
  types: `
    SELECT concat_ws(' ', t.typname, t.typtype, format_type(t.typbasetype, t.typtypmod))
    FROM pg_type t WHERE t.typtype IN ('d', 'e', 'r') AND t.typnamespace = ${IN_SCHEMA} AND ${own('pg_type', 't.oid')}`,
  comments: `
    SELECT concat_ws(' ', d.classoid::regclass, pg_describe_object(d.classoid, d.objoid, d.objsubid), d.description)
    FROM pg_description d WHERE d.objoid >= 16384`,
  extensions: 'SELECT concat_ws($$ $$, extname, extversion, extnamespace::regnamespace) FROM pg_extension',
  policies: 'SELECT concat_ws($$ $$, tablename, policyname, cmd, qual, with_check) FROM pg_policies',
  statistics: `SELECT pg_get_statisticsobjdef(oid) FROM pg_statistic_ext WHERE stxnamespace = ${IN_SCHEMA}`,
  rules: `SELECT definition FROM pg_rules WHERE schemaname = 'public'`,
  'default privileges': 'SELECT concat_ws($$ $$, defaclobjtype, defaclacl) FROM pg_default_acl',
  settings: `
    SELECT concat_ws(' ', s.setrole, s.setconfig) FROM pg_db_role_setting s
    JOIN pg_database d ON d.oid = s.setdatabase WHERE d.datname = current_database()`,
};

/**
 * @param {(statement: string) => Promise<object[]>} query
 * @returns {Promise<Record<string, unknown>>} the sorted texts of each query, the applied migrations in their order,
 *   and the number of rows of each table
 */
export async function catalogue(query) {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const [name, statement] of Object.entries(QUERIES)) found[name] = (await values(statement)).sort();
  found.migrations = await values('SELECT name FROM migrations ORDER BY id');
  const tables = await values(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`);
  const counts = tables.map((table) => `SELECT '${table}' || ': ' || count(*) FROM ${table}`);
  found.rows = await values(counts.join(' UNION ALL '));
  return found;

  /** The only column of each row. @param {string} statement @returns {Promise<string[]>} */
  async function values(statement) {
    return (await query(statement)).map((row) => String(Object.values(row)[0]));
  }
}
