import { ParleyError } from '@parley/client';
import type { Parley } from '@parley/client';

import type { OpenRoom } from '../conversation/open-room.js';

/** The service forwards typing events no more often than this. */
const INTERVAL_MS = 2_000;
const NOT_PERMITTED = 4002;

/**
 * Reports that the user types in a chat of two, at most every two seconds. If one of the two has closed the chat, that
 * is refused as a message would be.
 */
export function reportTyping(parley: Pick<Parley, 'ask'>, open: Pick<OpenRoom, 'id' | 'isRefused' | 'typedAt'>): void {
  const now = Date.now();
  if (now - open.typedAt.peek() < INTERVAL_MS) return;
  open.typedAt.value = now;
  parley.ask('message.typing', { room_id: open.id }).then(
    () => {
      open.isRefused.value = false;
    },
    (error: unknown) => {
      if (error instanceof ParleyError) open.isRefused.value = error.code === NOT_PERMITTED;
    },
  );
}
