import type { TimerId } from '../../../platform/timers/timers.repository.js';

/** The kind of the timers that delete messages whose lifetime is over. */
export const MESSAGE_EXPIRY = 'message_expiry';

/** The timer of a room. It is set while messages of the room have a lifetime, or get one when they are sent. */
export const messageExpiry = (roomId: string): TimerId => ({ kind: MESSAGE_EXPIRY, key: roomId });
