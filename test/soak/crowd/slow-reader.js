import { setTimeout as delay } from 'node:timers/promises';

import { Connection } from './connection.js';
import { addressBy } from './simulated-user.js';

/** 40,000 bytes a message: the kernel's buffers hold a few hundred of them. */
const LONG = '🦜'.repeat(10_000);
const MOST_MESSAGES = 1_000;
/** Below the rate limit of a connection. */
const PAUSE_MS = 25;
const LOOK_EVERY = 10;
/** The longest pause between two slow readers. */
const LONGEST_REST_MS = 30_000;
/** The close code of slow readers, and the code if the client does not read the close frame in time. */
const TOO_SLOW = [4008, 1006];
const LIMITED = ['MAX_UNSENT_BYTES', 'MAX_UNSENT_BYTES_PER_USER', 'STALLED_READER_SECONDS'].map(
  (limit) => `parley_limited_total{limit="${limit}"}`,
);

/**
 * Repeatedly stops reading a room in which another user sends, until the reader is disconnected.
 * @param {import('./simulated-user.js').SimulatedUser} sender
 * @param {import('./simulated-user.js').SimulatedUser} reader a member of the same rooms, with another device
 * @param {(url: string) => Promise<(name: string) => number>} metricsOf of a node
 * @param {AbortSignal} end
 */
export async function isSlow(sender, reader, metricsOf, end) {
  const { random, counters } = sender.world;
  while (!end.aborted) {
    try {
      const code = await isPutOut(sender, reader, metricsOf, end);
      if (code === undefined) return;
      if (TOO_SLOW.includes(code)) counters.counts('slow readers disconnected');
      else counters.complain(`A slow reader was disconnected with ${String(code)}.`);
    } catch (error) {
      counters.complain(error);
    }
    await delay(random() * LONGEST_REST_MS, undefined, { signal: end }).catch(() => undefined);
  }
}

/**
 * @param {import('./simulated-user.js').SimulatedUser} sender
 * @param {import('./simulated-user.js').SimulatedUser} reader
 * @param {(url: string) => Promise<(name: string) => number>} metricsOf
 * @param {AbortSignal} end the latest end of the connection
 * @returns {Promise<number | undefined>} the close code; undefined: it was not disconnected before the end
 */
async function isPutOut(sender, reader, metricsOf, end) {
  const url = reader.url();
  const counted = async () => {
    const value = await metricsOf(url);
    return LIMITED.reduce((sum, line) => sum + value(line), 0);
  };
  const connection = await Connection.open(url, reader.tokens.access, addressBy(sender.world.random));
  const before = await counted();
  connection.socket.pause();
  for (let count = 0; count < MOST_MESSAGES && !end.aborted; count += 1) {
    if (count % LOOK_EVERY === 0 && (await counted()) > before) break;
    await sender.request('message.send', { room_id: sender.rooms[0], content: LONG });
    await delay(PAUSE_MS);
  }
  connection.socket.resume();
  const isOut = (await counted()) > before;
  if (!isOut) await connection.leave();
  return !isOut && end.aborted ? undefined : connection.closed;
}
