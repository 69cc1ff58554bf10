import { contentOf, numberIn } from './content.js';
import { gather, seatsOf } from './crowd.js';
import { Member } from './member.js';

/** All members connect once, and drop their connections. @param {import('./crowd.js').Place} place */
export async function visit(place) {
  for (const member of (await gather(place)).flat()) member.vanish();
}

/**
 * All members connect at the same moment, as after an outage, send a message if they should, and drop their
 * connections.
 * @param {import('./crowd.js').Place & { says: boolean }} load
 * @returns {Promise<number>} seconds until the last member has its first frame and has received its own message
 */
export async function rush({ wire, url, rooms, says }) {
  const seats = seatsOf(url, rooms);
  const began = performance.now();
  const members = await Promise.all(
    seats.map(async (seat, number) => {
      const member = await Member.join(wire, seat);
      if (says) await heardOwn(member, number);
      return member;
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  for (const member of members) member.vanish();
  return seconds;
}

/** @param {Member} member @param {number} number unique */
function heardOwn(member, number) {
  return new Promise((resolve) => {
    member.heard = (frame) => {
      if (numberIn(frame) === number) resolve(undefined);
    };
    member.say(contentOf(number));
  });
}
