import { setTimeout as delay } from 'node:timers/promises';

import { Line } from './line.js';
import { addressBy } from './resident.js';

/** 40,000 bytes a message: the buffers of the kernel hold a few hundred. */
const LONG = '🦜'.repeat(10_000);
const MOST_MESSAGES = 1_000;
/** Below what a connection may ask for in the long run. */
const PAUSE_MS = 25;
const LOOK_EVERY = 10;
/** Between one and the next. */
const LONGEST_REST_MS = 30_000;
/** The farewell to them, and the end without one of those who do not read even that in time. */
const TOO_SLOW = [4008, 1006];
const LIMITED = 'parley_limited_total{limit="MAX_UNSENT_BYTES"}';

/**
 * Somebody who has stopped reading while somebody else goes on talking, again and again, until they are put out for it.
 * @param {import('./resident.js').Resident} speaker
 * @param {import('./resident.js').Resident} reader of the same rooms, who has another device
 * @param {(url: string) => Promise<(name: string) => number>} metricsOf a node
 * @param {AbortSignal} end
 */
export async function isSlow(speaker, reader, metricsOf, end) {
  const { random, tally } = speaker.world;
  while (!end.aborted) {
    try {
      const code = await isPutOut(speaker, reader, metricsOf, end);
      if (code === undefined) return;
      if (TOO_SLOW.includes(code)) tally.counts('slow readers put out');
      else tally.complains(`A slow reader was put out with ${String(code)}.`);
    } catch (error) {
      tally.complains(error);
    }
    await delay(random() * LONGEST_REST_MS, undefined, { signal: end }).catch(() => undefined);
  }
}

/**
 * @param {import('./resident.js').Resident} speaker
 * @param {import('./resident.js').Resident} reader
 * @param {(url: string) => Promise<(name: string) => number>} metricsOf
 * @param {AbortSignal} end before which it is put out, or leaves
 * @returns {Promise<number | undefined>} the code of the end; undefined: it was not put out before ours
 */
async function isPutOut(speaker, reader, metricsOf, end) {
  const url = reader.url();
  const counted = async () => (await metricsOf(url))(LIMITED);
  const line = await Line.open(url, reader.tokens.access, addressBy(speaker.world.random));
  const before = await counted();
  line.socket.pause();
  for (let count = 0; count < MOST_MESSAGES && !end.aborted; count += 1) {
    if (count % LOOK_EVERY === 0 && (await counted()) > before) break;
    await speaker.ask('message.send', { room_id: speaker.rooms[0], content: LONG });
    await delay(PAUSE_MS);
  }
  line.socket.resume();
  const isOut = (await counted()) > before;
  if (!isOut) await line.leave();
  return !isOut && end.aborted ? undefined : line.closed;
}
