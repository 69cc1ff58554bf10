import { randomUUID } from 'node:crypto';

import { parley } from './command.js';
import { connected } from './database.js';
import type { ServiceData } from './service-data.js';

const RELEASE_0_3 = 'Release03Tables1798400000000';

/** Reverts the migration that puts the room into every key, among other changes, and those after it. */
export const revertKeysByRoom = (serviceData: ServiceData): Promise<void> => revert(serviceData, RELEASE_0_3);

/** Reverts a migration, and those after it. */
export async function revert(serviceData: ServiceData, migration: string): Promise<void> {
  for (let last = ''; last !== migration;) {
    ({ reverted: last } = (await parley(serviceData, 'migrate', 'down', '--yes')) as { reverted: string });
  }
}

/**
 * Gives the database the keys of release 0.2, with the row of a node, as if it had been in use: it keeps them when a
 * service starts.
 */
export async function takeFormerKeys(serviceData: ServiceData): Promise<void> {
  await revertKeysByRoom(serviceData);
  const database = await connected(serviceData);
  await database.query(`INSERT INTO nodes (id, alive_at) VALUES ($1, now() - interval '1 hour')`, [randomUUID()]);
  await database.end();
}
