import type { Chance } from './chance.js';

/** Existing ids, so that some invalid frames refer to real data. */
export interface Known {
  /** Rooms; the sender is not in all of them. */
  readonly rooms: readonly string[];
  /** Messages of these rooms. */
  readonly messages: readonly string[];
  /** Users who may be added to rooms: not the bystanders. */
  readonly users: readonly number[];
  readonly usernames: readonly string[];
  readonly tokens: readonly string[];
}

const A_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const OF_MESSAGES = /message_id|parent|forwarded|notification/;
const OF_USERS = /^(users?|members|participants|subscribers)(_ids?)?$/;

/** An id for a field, whose name says what it refers to. */
export function idFor(field: string, known: Known, chance: Chance): string {
  if (field === 'client_message_id' || chance.oneIn(20)) return chance.uuid();
  if (field.includes('room')) return chance.pick(known.rooms);
  if (OF_MESSAGES.test(field)) return chance.pick(known.messages);
  return chance.pick([...known.rooms, ...known.messages]);
}

/** @returns undefined if the field has no users */
export const userFor = (field: string, known: Known, chance: Chance): number | undefined =>
  OF_USERS.test(field) ? chance.pick(known.users) : undefined;

/** A documented request in which existing ids replace the documented ones. */
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
