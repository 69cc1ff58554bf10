import type { MessageFilters } from '@parley/client/conversations';
import { folded, usernameKey } from '@parley/protocol/text';

import type { Chat } from '../chat/chat.js';
import { asParleyError } from '../errors.js';
import { knownPeople } from '../people/known-people.js';
import type { Acquaintance } from '../people/known-people.js';
import { peerOf, personName, roomName } from '../rooms/names.js';
import type { Fault, SearchText } from './operators.js';

const NOT_FOUND = 4004;

/** Resolves the names in a search. */
export type Known = Acquaintance & { readonly parley: Pick<Chat['parley'], 'find'> };

const same = (one: string, other: string): boolean => folded(one) === folded(other);

/** A user by the user name, or by the name if it is that of somebody in the user's rooms. Undefined: there is none. */
async function userOf(name: string, known: Known): Promise<number | undefined> {
  if (same(name, 'me')) return known.self.id;
  const people = knownPeople(known);
  const person =
    people.find(({ username }) => usernameKey(username) === usernameKey(name)) ??
    people.find((each) => same(personName(each), name));
  if (person) return person.id;
  try {
    return (await known.parley.find(name)).id;
  } catch (error) {
    if (asParleyError(error).code === NOT_FOUND) return undefined;
    throw error;
  }
}

/** A room of the user by its name, or a direct message by the user name. Of several, the first in the list. */
const roomOf = (name: string, { rooms }: Known): string | undefined =>
  rooms.sorted.value.find((room) => same(roomName(room), name) || same(peerOf(room)?.username ?? '', name))?.id;

/** Whether there is something to search for: rooms and times alone match every message. */
export const isSearch = ({ words, from, has }: SearchText): boolean =>
  words !== '' || from !== undefined || has.length > 0;

/** The ids for the names in a search, or the name that means nobody or no room. */
async function idsFor(
  { from, in: room }: SearchText,
  within: string | undefined,
  known: Known,
): Promise<Pick<MessageFilters, 'roomId' | 'fromUserId'> | Fault> {
  const roomId = room === undefined ? within : roomOf(room, known);
  if (room !== undefined && roomId === undefined) return { operator: 'in', value: room };
  const fromUserId = from === undefined ? undefined : await userOf(from, known);
  if (from !== undefined && fromUserId === undefined) return { operator: 'from', value: from };
  return { roomId, fromUserId };
}

/**
 * The request for the text of a search.
 * @param within the room to search if the text names none; undefined: all rooms
 * @returns a fault if the value of an operator means nothing
 */
export async function searchRequest(
  said: SearchText,
  within: string | undefined,
  known: Known,
): Promise<MessageFilters | Fault> {
  const [fault] = said.faults;
  const ids = fault ?? (await idsFor(said, within, known));
  if ('operator' in ids) return ids;
  const { words: query, has, since, until } = said;
  return { ...ids, query, has, since: since?.toISOString(), until: until?.toISOString() };
}
