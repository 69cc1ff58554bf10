import type { Chance } from './chance.js';

/** What those who send rubbish know, so that some of it is about something. */
export interface Known {
  /** Rooms, some of which the sender is not in. */
  readonly rooms: readonly string[];
  /** Messages of these rooms. */
  readonly messages: readonly string[];
  /** Who may be brought into rooms: nobody who is to be left in peace. */
  readonly users: readonly number[];
  readonly usernames: readonly string[];
  readonly tokens: readonly string[];
}

const A_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const OF_MESSAGES = /message_id|parent|forwarded|notification/;
const OF_USERS = /^(users?|members|participants|subscribers)(_ids?)?$/;

/** An id that goes with the name of a field. What a field is about is told by its name. */
export function idFor(field: string, known: Known, chance: Chance): string {
  if (field === 'client_message_id' || chance.oneIn(20)) return chance.uuid();
  if (field.includes('room')) return chance.pick(known.rooms);
  if (OF_MESSAGES.test(field)) return chance.pick(known.messages);
  return chance.pick([...known.rooms, ...known.messages]);
}

/** @returns undefined where the field has no users */
export const userFor = (field: string, known: Known, chance: Chance): number | undefined =>
  OF_USERS.test(field) ? chance.pick(known.users) : undefined;

/** A documented request with what is known here in place of what is known there. */
export function bound(value: unknown, known: Known, chance: Chance, field = ''): unknown {
  if (typeof value === 'string') return A_UUID.test(value) ? idFor(field, known, chance) : value;
  if (typeof value === 'number') return userFor(field, known, chance) ?? value;
  if (Array.isArray(value)) return value.map((item) => bound(item, known, chance, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      A_UUID.test(key) ? idFor('room_id', known, chance) : key,
      bound(item, known, chance, key),
    ]),
  );
}
