import { begin, generate } from '../load/generate.js';
import { quantile, ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { BYTES, placeIn } from './files.js';
import { inRounds } from './measure.js';

/** Of the bystanders of files. */
const MESSAGES = { perSecond: 100, warmUpMs: 500 };
/** As many uploads as a busy office has, each by a line of 10 Mbit/s. */
const CROWD = { kind: /** @type {const} */ ('texts'), atOnce: 50, bytes: BYTES, perSecond: 1_250_000 };
const PHOTOGRAPHS = { kind: /** @type {const} */ ('photographs'), atOnce: 4 };

/**
 * The time of messages of a pair that shares the service with others.
 * @param {import('../contenders/contender.js').Contender} parley
 * @param {number} seconds
 * @returns {Promise<number>} p99, milliseconds from the scheduled time until the message is received
 */
async function p99Of({ wire, url, rooms }, seconds) {
  const load = { wire, url, rooms: await rooms(1, 2), ...MESSAGES, ms: seconds * 1_000 };
  return quantile(await generate('paced', load), 0.99);
}

/**
 * The p99 of a pair while others store files.
 * @param {import('../contenders/contender.js').Contender} parley
 * @param {number} seconds
 * @param {typeof CROWD | typeof PHOTOGRAPHS} others
 */
async function p99Beside(parley, seconds, others) {
  const { stop } = await begin('storing', { place: await placeIn(parley), ...others });
  try {
    return await p99Of(parley, seconds);
  } finally {
    await stop();
  }
}

/**
 * Messages of a pair beside 50 uploads.
 * @type {import('./measure.js').Measure}
 */
const filesNeighbour = {
  name: 'files-neighbour',
  run: async (lab, { rounds, seconds }) => {
    const parley = await lab.parley();
    const found = await inRounds(rounds, {
      alone: () => p99Of(parley, seconds),
      beside: () => p99Beside(parley, seconds, CROWD),
    });
    return [
      result('files-neighbour', 'a message, p99', found.alone, { unit: 'ms' }),
      result('files-neighbour', 'beside 50 uploads, p99', found.beside, { unit: 'ms' }),
      result('files-neighbour', 'beside 50 uploads / alone', ratios(found.beside, found.alone), { bar: { most: 1.5 } }),
    ];
  },
};

/**
 * Messages of a pair while photographs of 24 megapixels are processed without a pause.
 * @type {import('./measure.js').Measure}
 */
const picturesBystander = {
  name: 'pictures-bystander',
  run: async (lab, { rounds, seconds }) => {
    const parley = await lab.parley();
    const found = await inRounds(rounds, {
      alone: () => p99Of(parley, seconds),
      beside: () => p99Beside(parley, seconds, PHOTOGRAPHS),
    });
    return [
      result('pictures-bystander', 'a message, p99', found.alone, { unit: 'ms' }),
      result('pictures-bystander', 'while pictures are processed, p99', found.beside, {
        ...{ unit: 'ms', bar: { most: 250 } },
      }),
    ];
  },
};

export const besideFiles = [filesNeighbour, picturesBystander];
