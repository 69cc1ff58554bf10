import { randomUUID } from 'node:crypto';

import { parley } from './command.js';
import { connected } from './database.js';
import type { ServiceData } from './service-data.js';

/**
 * Gives the database the keys of release 0.2, with the row of a node, as if it had been in use: it keeps them when a
 * service starts.
 */
export async function takeFormerKeys(serviceData: ServiceData): Promise<void> {
  await parley(serviceData, 'migrate', 'down', '--yes');
  const database = await connected(serviceData);
  await database.query(`INSERT INTO nodes (id, alive_at) VALUES ($1, now() - interval '1 hour')`, [randomUUID()]);
  await database.end();
}
