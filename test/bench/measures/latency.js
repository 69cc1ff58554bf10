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
/** The number of messages for each second of a latency measurement. */
const COUNT_PER_SECOND = 250;
const IN_MILLISECONDS = { unit: 'ms' };

/**
 * The time from sending to receiving, one message at a time: in a small room, a large room, and a room with a long
 * history. The cost of a message should differ only by the frames that are sent.
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
      result(NAME, 'sending to receiving, p50', p50.small, { ...IN_MILLISECONDS, bar: { most: 3 } }),
      result(NAME, 'sending to receiving, p99', p99, { ...IN_MILLISECONDS, bar: { most: 15 } }),
      result(NAME, 'p50 after 100,000 messages', p50.long, IN_MILLISECONDS),
      result(NAME, '100,000 messages / none', ratios(p50.long, p50.small), { bar: { most: 1.2 } }),
      result(NAME, 'p50 in a room of 300', p50.large, IN_MILLISECONDS),
      result(NAME, 'plain ws, p50', p50.bareSmall, IN_MILLISECONDS),
      result(NAME, 'plain ws, p50 in a room of 300', p50.bareLarge, IN_MILLISECONDS),
      result(NAME, 'room of 300 / room of 2, without the fan-out', ratios(withoutFanOut, p50.small), {
        bar: { most: 1.5 },
      }),
    ];
  },
};
