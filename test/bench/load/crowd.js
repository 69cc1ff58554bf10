import { Member } from './member.js';

/** Sockets that are opened at once, so that a crowd arrives quickly and nobody is refused for the rush. */
const AT_ONCE = 32;

/**
 * @typedef {object} Place where a crowd meets
 * @property {'parley' | 'bare' | 'socket.io'} wire
 * @property {string | string[]} url or those of several nodes, which the members of a room take in turns
 * @property {import('../contenders/contender.js').Room[]} rooms
 */

/**
 * Everybody of the rooms, each with one device, room by room.
 * @param {Place} place
 */
export async function gather({ wire, url, rooms }) {
  const seats = seatsOf(url, rooms);
  /** @type {Member[][]} */
  const members = rooms.map(() => []);
  for (let from = 0; from < seats.length; from += AT_ONCE) {
    const batch = seats.slice(from, from + AT_ONCE);
    const joined = await Promise.all(batch.map((seat) => Member.join(wire, seat)));
    for (const [index, member] of joined.entries()) members[batch[index]?.room ?? 0]?.push(member);
  }
  return members;
}

/**
 * Where each of the rooms sits, and in which of them, room by room.
 * @param {Place['url']} url
 * @param {Place['rooms']} rooms
 */
export function seatsOf(url, rooms) {
  const urls = [url].flat();
  const urlOf = (/** @type {number} */ index) => urls[index % urls.length] ?? '';
  return rooms.flatMap(({ id, tokens }, room) =>
    tokens.map((token, index) => ({ room, url: urlOf(index), roomId: id, token })),
  );
}

/** @param {Member[][]} members */
export const dismiss = (members) => Promise.all(members.flat().map((member) => member.leave()));
