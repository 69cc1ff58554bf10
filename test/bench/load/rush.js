import { contentOf, numberIn } from './content.js';
import { gather, seatsOf } from './crowd.js';
import { Member } from './member.js';

/** Everybody comes once, and vanishes. @param {import('./crowd.js').Place} place */
export async function visit(place) {
  for (const member of (await gather(place)).flat()) member.vanish();
}

/**
 * Everybody comes at one moment, as after an outage, says something at once where they are to, and vanishes.
 * @param {import('./crowd.js').Place & { says: boolean }} load
 * @returns {Promise<number>} seconds until the last has its first frame, and has heard what it said itself
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

/** @param {Member} member @param {number} number nobody else says it */
function heardOwn(member, number) {
  return new Promise((resolve) => {
    member.heard = (frame) => {
      if (numberIn(frame) === number) resolve(undefined);
    };
    member.say(contentOf(number));
  });
}
