import { generate } from '../load/generate.js';
import { result } from '../report/result.js';

const NAME = 'idle';
const ROOMS = 500;
/** A small value is measured for longer. */
const TIMES_AS_LONG = 3;
const PERCENT = 100;

/**
 * The processor time of a Parley with 1,000 connections, two in each room, that send only heartbeats.
 * @type {import('./measure.js').Measure}
 */
export const idle = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const { wire, url, pid, rooms } = await lab.parley();
    const windows = { windows: rounds, ms: seconds * TIMES_AS_LONG * 1_000 };
    const shares = await generate('idle', { wire, url, pid, rooms: await rooms(ROOMS, 2), ...windows });
    const percent = shares.map((share) => share * PERCENT);
    return [result(NAME, '1,000 idle connections', percent, { unit: '% of a core', bar: { most: 0.4 } })];
  },
};
