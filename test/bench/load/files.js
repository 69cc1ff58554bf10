import { Agent } from 'node:http';

import { bodyOf, photograph } from './file-body.js';
import { fileWires } from './file-wires.js';
import { fetched } from './http.js';
import { beginWork } from './server-process.js';

/** Of a millisecond. */
const MICROSECONDS = 1_000;

/** @typedef {import('./file-wires.js').FilePlace} FilePlace */

/**
 * Stores one file after the other, and removes each.
 * @param {{ place: FilePlace, mimeType: string, bytes: number, warmUp: number, count: number, pid: number }} load
 *   `warmUp`: unmeasured files; `count`: measured ones; `pid`: of the server
 * @returns {Promise<{ times: number[], cost: number }>} the milliseconds of each, without its removal, and the
 *   milliseconds of the server's processor time for each, with it
 */
export async function uploads({ place, mimeType, bytes, warmUp, count, pid }) {
  const wire = fileWires[place.wire];
  const agent = new Agent({ keepAlive: true });
  const file = bodyOf(mimeType, bytes);
  /** @type {number[]} */
  const times = [];
  const store = async () => {
    const began = performance.now();
    const id = await wire.put(place, file, agent);
    times.push(performance.now() - began);
    await wire.remove(place, id, agent);
  };
  for (let number = 0; number < warmUp; number += 1) await store();
  times.length = 0;
  const costsOf = beginWork([{ pid }]);
  for (let number = 0; number < count; number += 1) await store();
  agent.destroy();
  return { times, cost: (costsOf(count)[0] ?? NaN) / MICROSECONDS };
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

/**
 * Stores files in a Parley until the process ends, several at once, and removes each. Their ends are spread over time.
 * @param {{ place: FilePlace, kind: 'photographs' | 'texts', atOnce: number, bytes?: number, perSecond?: number }} load
 *   `bytes`: of a text; `perSecond`: bytes a second of each, by default as many as the service takes
 * @returns {Promise<void>} when the first file is stored
 */
export async function storing({ place, kind, atOnce, bytes = 0, perSecond }) {
  const agent = new Agent({ keepAlive: true });
  const { mimeType, bytes: all } = kind === 'texts' ? bodyOf('text/plain', bytes) : await photograph();
  const store = async (/** @type {number} */ length) => {
    const pace = perSecond === undefined ? {} : { perSecond };
    const id = await fileWires.parley.put(place, { mimeType, bytes: all.subarray(0, length), ...pace }, agent);
    await fileWires.parley.remove(place, id, agent);
  };
  const begun = Array.from({ length: atOnce }, async (_, at) => {
    // A part of a photograph would be refused.
    await store(kind === 'texts' ? Math.ceil((all.length * (at + 1)) / atOnce) : all.length);
    void keepStoring();
  });
  const keepStoring = async () => {
    for (;;) await store(all.length);
  };
  await Promise.race(begun);
}
