import { invalid } from '@parley/protocol';
import { idsOf, isWithin, requireWithin } from '@parley/realtime/requests';
import type { LimitedToRooms } from '@parley/realtime/requests';

import { grouped } from '../../platform/collections/groups.js';

/** Something in a room. */
export interface PlacedId {
  readonly id: string;
  readonly roomId: string;
}

/** The ids in lower case that a request names in one room. */
export interface NamedInRoom {
  readonly roomId: string;
  readonly ids: readonly string[];
  /** Whether the request names the room too. Then the ids may be unknown there, and the room may not be the user's. */
  readonly isGiven: boolean;
}

/**
 * Groups the ids of a request by room, in the order in which rooms are locked: that of the room ids. Each later
 * statement names one of these rooms, so that it touches no other.
 * @param holder whose token may be limited to rooms: what is in others is not found
 * @param given the room that the request names, if it does
 * @param find looks up the rooms of the ids; those that it does not find are in no room
 * @throws Refusal 4004 for a given room that the token is not for
 */
export async function amongRooms(
  holder: LimitedToRooms,
  ids: readonly string[],
  given: string | null | undefined,
  find: () => Promise<readonly PlacedId[]>,
): Promise<NamedInRoom[]> {
  if (typeof given === 'string') requireWithin(holder, given);
  if (typeof given === 'string') return [{ roomId: given.toLowerCase(), ids, isGiven: true }];
  const byRoom = grouped(
    (await find()).filter(({ roomId }) => isWithin(holder, roomId)),
    ({ roomId }) => roomId,
  );
  return [...byRoom]
    .map(([roomId, found]) => ({ roomId, ids: found.map(({ id }) => id), isGiven: false }))
    .sort((one, other) => (one.roomId < other.roomId ? -1 : 1));
}

/**
 * The ids that a request has in this field, in lower case and without duplicates.
 * @throws Refusal 4003 if there are more ids than the deployment permits in one event
 */
export function bulkIds(field: string, given: string | readonly string[], most: number): string[] {
  const ids = idsOf(given);
  if (ids.length > most) throw invalid({ [field]: [`Must be at most ${String(most)} ids.`] });
  return ids;
}
