import pg from 'pg';

import type { ServiceData } from './service-data.js';

/** A direct connection to the database of a running service, for what its API does not show. */
export async function connected({ env }: ServiceData): Promise<pg.Client> {
  const client = new pg.Client(env.DATABASE_URL ?? { host: env.DATA_DIR, user: 'postgres', database: 'postgres' });
  await client.connect();
  return client;
}
