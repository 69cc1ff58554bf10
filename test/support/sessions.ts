import { parley } from './command.js';
import { connected } from './database.js';
import { eventually } from './eventually.js';
import type { Place } from './place.js';

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

/** What `parley sessions list` says. @param username undefined: of everybody */
export async function listed(place: Place, username?: string): Promise<ListedSession[]> {
  const whose = username === undefined ? [] : [username];
  return (await parley(place, 'sessions', 'list', ...whose)) as ListedSession[];
}

/** The same, as soon as there are so many. */
export async function listedAs(count: number, place: Place, username?: string): Promise<ListedSession[]> {
  await areOpen(count, place, username);
  return listed(place, username);
}

/**
 * Waits until everybody knows of so many, as openings and closings are written a little later. In the database: a command
 * takes long to look.
 * @param username undefined: of everybody
 */
export async function areOpen(count: number, place: Place, username?: string): Promise<void> {
  const database = await connected(place);
  try {
    await eventually(async () => (await database.query(OPEN, [username ?? null])).rowCount === count);
  } finally {
    await database.end();
  }
}

const OPEN = `
  SELECT FROM sessions s JOIN users u ON u.id = s.user_id JOIN nodes n ON n.id = s.node_id
  WHERE n.alive_at > now() - interval '20 seconds' AND ($1::text IS NULL OR u.username = $1)`;
