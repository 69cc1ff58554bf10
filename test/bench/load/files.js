import { Agent } from 'node:http';

import { bodyOf } from './file-body.js';
import { fileWires } from './file-wires.js';
import { fetched } from './http.js';

/** @typedef {import('./file-wires.js').FilePlace} FilePlace */

/**
 * Stores one file after the other, and removes each.
 * @param {{ place: FilePlace, mimeType: string, bytes: number, warmUp: number, count: number }} load `warmUp`:
 *   unmeasured files; `count`: measured ones
 * @returns {Promise<number[]>} the milliseconds of each, without its removal
 */
export async function uploads({ place, mimeType, bytes, warmUp, count }) {
  const wire = fileWires[place.wire];
  const agent = new Agent({ keepAlive: true });
  const file = bodyOf(mimeType, bytes);
  /** @type {number[]} */
  const times = [];
  for (let number = 0; number < warmUp + count; number += 1) {
    const began = performance.now();
    const id = await wire.put(place, file, agent);
    if (number >= warmUp) times.push(performance.now() - began);
    await wire.remove(place, id, agent);
  }
  agent.destroy();
  return times;
}

/**
 * Reads random ranges of a file, several at once.
 * @param {{ place: FilePlace, bytes: number, range: number, atOnce: number, warmUpMs: number, ms: number }} load
 *   `bytes` of the file, `range`: bytes of each range
 * @returns {Promise<number>} bytes a second
 * @throws {Error} if a range has other bytes than the file
 */
export async function ranges({ place, bytes, range, atOnce, warmUpMs, ms }) {
  const wire = fileWires[place.wire];
  const agent = new Agent({ keepAlive: true });
  const file = bodyOf('application/pdf', bytes);
  const id = await wire.put(place, file, agent);
  const { url, headers } = wire.reading(place, id);
  const began = performance.now() + warmUpMs;
  let received = 0;
  const read = async () => {
    const start = Math.floor(Math.random() * (bytes - range));
    const asked = { ...headers, Range: `bytes=${String(start)}-${String(start + range - 1)}` };
    const part = await fetched(url, { method: 'GET', headers: asked, agent });
    if (!part.equals(file.bytes.subarray(start, start + range))) throw new Error('A range has other bytes.');
    if (performance.now() >= began) received += range;
  };
  const reader = async () => {
    while (performance.now() < began + ms) await read();
  };
  await Promise.all(Array.from({ length: atOnce }, reader));
  const seconds = (performance.now() - began) / 1_000;
  await wire.remove(place, id, agent);
  agent.destroy();
  return received / seconds;
}
