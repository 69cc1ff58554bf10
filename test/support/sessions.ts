import { parley } from './command.js';
import { connected } from './database.js';
import { eventually } from './eventually.js';
import type { ServiceData } from './service-data.js';

/** A session as operators see it. */
export interface ListedSession {
  readonly id: string;
  readonly user_id: number;
  readonly username: string;
  readonly device: string;
  readonly state: 'active' | 'inactive';
  readonly connected_at: string;
  readonly last_seen_at: string;
}

/** The output of `parley sessions list`. @param username undefined: all users */
export async function listSessions(serviceData: ServiceData, username?: string): Promise<ListedSession[]> {
  const whose = username === undefined ? [] : [username];
  return (await parley(serviceData, 'sessions', 'list', ...whose)) as ListedSession[];
}

/** The same, once there are this many sessions. */
export async function waitForSessions(
  count: number,
  serviceData: ServiceData,
  username?: string,
): Promise<ListedSession[]> {
  await waitForOpenSessions(count, serviceData, username);
  return listSessions(serviceData, username);
}

/**
 * Waits until this many sessions are open in the database, where openings and closings are written a little later. The
 * command would be slower.
 * @param username undefined: all users
 */
export async function waitForOpenSessions(count: number, serviceData: ServiceData, username?: string): Promise<void> {
  const database = await connected(serviceData);
  try {
    await eventually(async () => (await database.query(OPEN, [username ?? null])).rowCount === count);
  } finally {
    await database.end();
  }
}

const OPEN = `
  SELECT FROM sessions s JOIN users u ON u.id = s.user_id JOIN nodes n ON n.id = s.node_id
  WHERE n.alive_at > now() - interval '20 seconds' AND ($1::text IS NULL OR u.username = $1)`;
