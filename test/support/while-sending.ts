import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { sendMessage } from './messaging.js';

/** The content of the messages that are sent. */
export const MEANWHILE = 'meanwhile';

export interface Sending {
  /** The number of sent messages. */
  readonly sent: number;
  /** The time of the longest send, in milliseconds. */
  readonly longest: number;
}

/** Sends messages to each room, one after the other, until the work is done. */
export async function whileSending(
  rooms: readonly GroupChat[],
  phone: ChatClient,
  work: () => Promise<unknown>,
): Promise<Sending> {
  const state = { isDone: false, sent: 0, longest: 0 };
  const working = work().finally(() => {
    state.isDone = true;
  });
  const sending = rooms.map(async (room) => {
    for (; !state.isDone; state.sent += 1) {
      const begun = performance.now();
      await sendMessage(phone, room, MEANWHILE);
      state.longest = Math.max(state.longest, performance.now() - begun);
    }
  });
  await Promise.all([working, ...sending]);
  return state;
}
