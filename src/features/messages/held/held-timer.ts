import type { TimerId } from '../../../platform/timers/timers.repository.js';

/** The kind of the timers that end what is held. */
export const HELD_MESSAGE = 'held_message';

/** A held message or edit. */
export interface HeldId {
  readonly roomId: string;
  readonly messageId: string;
}

/** The timer at whose time a held message is rejected. */
export const heldEnd = ({ roomId, messageId }: HeldId): TimerId => ({
  kind: HELD_MESSAGE,
  key: `${roomId} ${messageId}`,
});

/** The inverse of {@link heldEnd}. */
export function heldOf(key: string): HeldId {
  const [roomId = '', messageId = ''] = key.split(' ');
  return { roomId, messageId };
}
