import type { QuerySource } from '../query.js';

/** The bytes of the databases of the workers, which have the same name. Only a distributed database has the function. */
export async function bytesOnWorkers(source: QuerySource): Promise<number> {
  const [row] = await source.query<[{ readonly bytes: number }]>(ON_WORKERS, []);
  return row.bytes;
}

const ON_WORKERS = `
  SELECT sum(result::bigint)::float8 AS bytes
  FROM run_command_on_workers('SELECT pg_database_size(current_database())')`;
