import { Member } from './member.js';
import { XmppMember } from './xmpp-member.js';

/** @typedef {Member | XmppMember} AnyMember */

/**
 * Connects a member of a room with one device.
 * @param {import('../contenders/contender.js').Contender['wire']} wire
 * @param {import('./wires.js').Place} membership
 * @returns {Promise<AnyMember>}
 */
export const join = (wire, membership) =>
  wire === 'xmpp' ? XmppMember.join(membership) : Member.join(wire, membership);
