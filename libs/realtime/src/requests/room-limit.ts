import { notFound, notPermitted } from '@parley/protocol';

/** The ids of the rooms to which a token is limited; undefined: it is not limited. */
export type RoomLimit = ReadonlySet<string> | undefined;

/** Somebody who may have a token that is limited to rooms. */
export interface LimitedToRooms {
  readonly rooms?: RoomLimit;
}

/**
 * What an event is for a token that is limited to rooms. `open`: it concerns rooms, and shows and changes nothing of
 * others. `refused`: it never is permitted, whichever room it names. Undefined: it is not permitted, and a room that the
 * token is not for does not exist.
 */
export type RoomTokenAccess = 'open' | 'refused' | undefined;

export const isWithin = ({ rooms }: LimitedToRooms, roomId: string): boolean =>
  rooms === undefined || rooms.has(roomId.toLowerCase());

/** @throws Refusal 4004 for a room that the token is not for, as for one that does not exist */
export function requireWithin(holder: LimitedToRooms, roomId: string): void {
  if (!isWithin(holder, roomId)) throw notFound('No such room.');
}

/** Whether two tokens are for the same rooms. */
export const haveSameLimit = ({ rooms: one }: LimitedToRooms, { rooms: other }: LimitedToRooms): boolean =>
  one === other ||
  (one !== undefined && other !== undefined && one.size === other.size && [...one].every((id) => other.has(id)));

/**
 * Refuses what a token that is limited to rooms may not request. An event without a declaration is refused, so that what
 * is added later is closed until somebody has decided what it shows.
 * @throws Refusal 4004 for a room that the token is not for, and for what only reads; 4002
 */
export function requireOpen(
  { roomTokens: access, stores = true }: { readonly roomTokens?: RoomTokenAccess; readonly stores?: boolean },
  holder: LimitedToRooms,
  roomId: unknown,
): void {
  if (holder.rooms === undefined) return;
  if (access !== 'refused' && typeof roomId === 'string') requireWithin(holder, roomId);
  if (access === 'open') return;
  if (!stores) throw notFound('There is nothing of this kind for a token that is limited to rooms.');
  throw notPermitted('A token that is limited to rooms may not do this.');
}
