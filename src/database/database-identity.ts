import type { DataSource } from 'typeorm';

/** A name that this database has and no other, wherever it is asked from: what its nodes have in common. */
export async function databaseIdentity(source: DataSource): Promise<string> {
  const [row] = await source.query<[{ identity: string }]>(
    `SELECT md5(system_identifier || '/' || current_database()) AS identity FROM pg_control_system()`,
  );
  return row.identity;
}
