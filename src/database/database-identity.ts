import type { DataSource } from 'typeorm';

/** A unique name of this database, which is the same for all of its nodes. */
export async function databaseIdentity(source: DataSource): Promise<string> {
  const [row] = await source.query<[{ identity: string }]>(
    `SELECT md5(system_identifier || '/' || current_database()) AS identity FROM pg_control_system()`,
  );
  return row.identity;
}
