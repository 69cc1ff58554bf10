import pg from 'pg';

import type { Place } from './place.js';

/** A connection to the database of a service that runs, whichever it is, for what nobody can ask a service. */
export async function connected({ env }: Place): Promise<pg.Client> {
  const client = new pg.Client(env.DATABASE_URL ?? { host: env.DATA_DIR, user: 'postgres', database: 'postgres' });
  await client.connect();
  return client;
}
