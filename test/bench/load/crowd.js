import { join } from './join.js';

/** Sockets that are opened in parallel, so that connecting is quick and no handshake is refused. */
const AT_ONCE = 32;

/**
 * @typedef {object} Place the rooms of a load
 * @property {import('../contenders/contender.js').Contender['wire']} wire
 * @property {string | string[]} url or the URLs of several nodes, which the members of a room use in turn
 * @property {import('../contenders/contender.js').Room[]} rooms
 */

/**
 * Connects all members of the rooms with one device each, room by room.
 * @param {Place} load
 */
export async function gather({ wire, url, rooms }) {
  const memberships = membershipsOf(url, rooms);
  /** @type {import('./join.js').AnyMember[][]} */
  const members = rooms.map(() => []);
  for (let from = 0; from < memberships.length; from += AT_ONCE) {
    const batch = memberships.slice(from, from + AT_ONCE);
    const joined = await Promise.all(batch.map((membership) => join(wire, membership)));
    for (const [index, member] of joined.entries()) members[batch[index]?.room ?? 0]?.push(member);
  }
  return members;
}

/**
 * The URL, token and room of each member, room by room.
 * @param {Place['url']} url
 * @param {Place['rooms']} rooms
 */
export function membershipsOf(url, rooms) {
  const urls = [url].flat();
  const urlOf = (/** @type {number} */ index) => urls[index % urls.length] ?? '';
  return rooms.flatMap(({ id, tokens }, room) =>
    tokens.map((token, index) => ({ room, url: urlOf(index), roomId: id, token })),
  );
}

/** @param {import('./join.js').AnyMember[][]} members */
export const dismiss = (members) => Promise.all(members.flat().map((member) => member.leave()));
