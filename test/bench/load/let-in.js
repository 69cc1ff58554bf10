import { LightMember } from './light-member.js';

/**
 * Connects light members, a number of them at once.
 * @param {import('../contenders/contender.js').Contender['wire']} wire
 * @param {import('./wires.js').Place[]} memberships
 * @param {number} atOnce
 * @param {(wire: 'parley' | 'bare', membership: import('./wires.js').Place) => Promise<LightMember>} [join]
 * @returns {Promise<LightMember[]>} in the order of the memberships
 */
export async function letIn(wire, memberships, atOnce, join = LightMember.join) {
  if (wire !== 'parley' && wire !== 'bare') throw new Error(`${wire} has no first frame.`);
  /** @type {LightMember[]} */
  const members = [];
  const waiting = memberships.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, membership] of waiting) members[index] = await join(wire, membership);
    }),
  );
  return members;
}
