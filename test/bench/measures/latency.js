import { generate } from '../load/generate.js';
import { quantile, ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

/** @typedef {import('../contenders/contender.js').Contender} Contender */
/** @typedef {import('../contenders/contender.js').Room} Room */

const NAME = 'latency';
const WARM_UP = 300;
const LARGE_ROOM = 300;
const LONG_HISTORY = 100_000;
/** Messages by which one time is measured. */
const COUNT_PER_SECOND = 250;
const IN_MILLISECONDS = { unit: 'ms' };

/**
 * From sending to hearing, one message at a time: in a small room, a large one, and one with a long history. Whatever
 * the room, a message costs the same but for the frames that have to be sent.
 * @type {import('./measure.js').Measure}
 */
export const latency = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const [parley, bare] = [await lab.parley(), await lab.bareWs()];
    const long = await parley.population.rooms(1, 2, LONG_HISTORY);
    const count = Math.ceil(seconds * COUNT_PER_SECOND);
    /** @param {Contender} contender @param {() => Room[] | Promise<Room[]>} rooms */
    const times = async ({ wire, url }, rooms) =>
      generate('oneAtATime', { wire, url, rooms: await rooms(), warmUp: WARM_UP, count });
    /** @type {number[]} */
    const p99 = [];
    const p50 = await inRounds(rounds, {
      small: async () => {
        const small = await times(parley, () => parley.rooms(1, 2));
        p99.push(quantile(small, 0.99));
        return quantile(small, 0.5);
      },
      long: async () => quantile(await times(parley, () => long), 0.5),
      large: async () => quantile(await times(parley, () => parley.rooms(1, LARGE_ROOM)), 0.5),
      bareSmall: async () => quantile(await times(bare, () => bare.rooms(1, 2)), 0.5),
      bareLarge: async () => quantile(await times(bare, () => bare.rooms(1, LARGE_ROOM)), 0.5),
    });
    const fanOut = p50.bareLarge.map((large, round) => large - (p50.bareSmall[round] ?? NaN));
    const withoutFanOut = p50.large.map((large, round) => large - (fanOut[round] ?? NaN));
    return [
      result(NAME, 'send to hear, p50', p50.small, { ...IN_MILLISECONDS, bar: { most: 3 } }),
      result(NAME, 'send to hear, p99', p99, { ...IN_MILLISECONDS, bar: { most: 15 } }),
      result(NAME, 'p50 after 100,000 messages', p50.long, IN_MILLISECONDS),
      result(NAME, '100,000 messages / none', ratios(p50.long, p50.small), { bar: { most: 1.2 } }),
      result(NAME, 'p50 in a room of 300', p50.large, IN_MILLISECONDS),
      result(NAME, 'bare ws, p50', p50.bareSmall, IN_MILLISECONDS),
      result(NAME, 'bare ws, p50 in a room of 300', p50.bareLarge, IN_MILLISECONDS),
      result(NAME, 'room of 300 / of 2, less the fan-out', ratios(withoutFanOut, p50.small), { bar: { most: 1.5 } }),
    ];
  },
};
