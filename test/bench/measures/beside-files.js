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
 * The p99 of messages of a pair alone, and while others store files, in turn.
 * @param {import('../lab.js').Lab} lab
 * @param {import('./measure.js').Pace} pace
 * @param {typeof CROWD | typeof PHOTOGRAPHS} others
 */
async function besideOthers(lab, { rounds, seconds }, others) {
  const parley = await lab.parley();
  return inRounds(rounds, {
    alone: () => p99Of(parley, seconds),
    beside: async () => {
      const { stop } = await begin('storing', { place: await placeIn(parley), ...others });
      const p99 = await p99Of(parley, seconds);
      await stop();
      return p99;
    },
  });
}

/**
 * Messages of a pair beside 50 uploads.
 * @type {import('./measure.js').Measure}
 */
const filesNeighbour = {
  name: 'files-neighbour',
  run: async (lab, pace) => {
    const { alone, beside } = await besideOthers(lab, pace, CROWD);
    return [
      result('files-neighbour', 'a message, p99', alone, { unit: 'ms' }),
      result('files-neighbour', 'beside 50 uploads, p99', beside, { unit: 'ms' }),
      result('files-neighbour', 'beside 50 uploads / alone', ratios(beside, alone), { bar: { most: 1.5 } }),
    ];
  },
};

/**
 * Messages of a pair while photographs of 24 megapixels are processed without a pause.
 * @type {import('./measure.js').Measure}
 */
const picturesBystander = {
  name: 'pictures-bystander',
  run: async (lab, pace) => {
    const { alone, beside } = await besideOthers(lab, pace, PHOTOGRAPHS);
    return [
      result('pictures-bystander', 'a message, p99', alone, { unit: 'ms' }),
      result('pictures-bystander', 'beside photographs, p99', beside, { unit: 'ms', bar: { most: 250 } }),
    ];
  },
};

export const besideFiles = [filesNeighbour, picturesBystander];
