import { generate } from '../load/generate.js';
import { quantile, ratios } from '../report/statistics.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';

/** @typedef {import('../contenders/contender.js').Contender} Contender */
/** @typedef {import('../contenders/contender.js').Room} Room */

const NAME = 'latency';
/** Enough for V8 to compile what a message needs. */
const WARM_UP = 1_500;
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
    const [parley, bare, ejabberd] = [await lab.parley(), await lab.bareWs(), await lab.ejabberd()];
    const long = await parley.population.rooms(1, 2, LONG_HISTORY);
    /** @param {Contender} contender @param {() => Room[] | Promise<Room[]>} rooms */
    const times = async (contender, rooms) => timesOf(contender, await rooms(), seconds);
    /** @type {{ parley: number[], ejabberd: number[] }} */
    const p99 = { parley: [], ejabberd: [] };
    const p50 = await inRounds(rounds, {
      small: async () => {
        const small = await times(parley, () => parley.rooms(1, 2));
        p99.parley.push(quantile(small, 0.99));
        return quantile(small, 0.5);
      },
      ejabberd: async () => {
        if (!ejabberd) return NaN;
        const small = await times(ejabberd, () => ejabberd.rooms(1, 2));
        p99.ejabberd.push(quantile(small, 0.99));
        return quantile(small, 0.5);
      },
      commit: async () => 1_000 / (await lab.commitsPerSecond(seconds, 1)),
      long: async () => quantile(await times(parley, () => long), 0.5),
      large: async () => quantile(await times(parley, () => parley.rooms(1, LARGE_ROOM)), 0.5),
      bareSmall: async () => quantile(await times(bare, () => bare.rooms(1, 2)), 0.5),
      bareLarge: async () => quantile(await times(bare, () => bare.rooms(1, LARGE_ROOM)), 0.5),
    });
    const fanOut = p50.bareLarge.map((large, round) => large - (p50.bareSmall[round] ?? NaN));
    const withoutFanOut = p50.large.map((large, round) => large - (fanOut[round] ?? NaN));
    return [
      result(NAME, 'sending to receiving, p50', p50.small, { ...IN_MILLISECONDS, bar: { most: 3 } }),
      result(NAME, 'sending to receiving, p99', p99.parley, { ...IN_MILLISECONDS, bar: { most: 15 } }),
      result(NAME, 'a commit of a single row, one client', p50.commit, IN_MILLISECONDS),
      result(NAME, 'p50 / commit', ratios(p50.small, p50.commit), { bar: { most: 2.5 } }),
      ...(ejabberd
        ? [
            result(NAME, 'ejabberd, p50', p50.ejabberd, IN_MILLISECONDS),
            result(NAME, 'ejabberd, p99', p99.ejabberd, IN_MILLISECONDS),
            result(NAME, 'Parley / ejabberd, p50', ratios(p50.small, p50.ejabberd), { bar: { most: 1 } }),
            result(NAME, 'Parley / ejabberd, p99', ratios(p99.parley, p99.ejabberd), { bar: { most: 1 } }),
          ]
        : []),
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

/**
 * Milliseconds from sending to receiving, one message at a time.
 * @param {Contender} contender
 * @param {Room[]} rooms
 * @param {number} seconds
 */
export const timesOf = ({ wire, url }, rooms, seconds) =>
  generate('oneAtATime', { wire, url, rooms, warmUp: WARM_UP, count: Math.ceil(seconds * COUNT_PER_SECOND) });
