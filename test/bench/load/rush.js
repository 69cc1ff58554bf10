import { contentOf, numberIn } from './content.js';
import { gather, membershipsOf } from './crowd.js';
import { join } from './join.js';

/** All members connect once, and drop their connections. @param {import('./crowd.js').Place} load */
export async function visit(load) {
  for (const member of (await gather(load)).flat()) member.vanish();
}

/**
 * All members connect at the same moment, as after an outage, send a message if they should, and drop their
 * connections.
 * @param {import('./crowd.js').Place & { send: boolean }} load
 * @returns {Promise<number>} seconds until the last member has its first frame and has received its own message
 */
export async function rush({ wire, url, rooms, send }) {
  const memberships = membershipsOf(url, rooms);
  const began = performance.now();
  const members = await Promise.all(
    memberships.map(async (membership, number) => {
      const member = await join(wire, membership);
      if (send) await receivedOwn(member, number);
      return member;
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  for (const member of members) member.vanish();
  return seconds;
}

/** @param {import('./join.js').AnyMember} member @param {number} number unique */
function receivedOwn(member, number) {
  return new Promise((resolve) => {
    member.received = (frame) => {
      if (numberIn(frame) === number) resolve(undefined);
    };
    member.send(contentOf(number));
  });
}
