import { parley } from './command.js';
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

/** The same, as soon as there are so many: openings and closings are written a little later. */
export async function listedAs(count: number, place: Place, username?: string): Promise<ListedSession[]> {
  let sessions: ListedSession[] = [];
  await eventually(async () => {
    sessions = await listed(place, username);
    return sessions.length === count;
  });
  return sessions;
}
