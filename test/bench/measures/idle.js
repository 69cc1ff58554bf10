import { generate } from '../load/generate.js';
import { result } from '../report/result.js';
import { ratios } from '../report/statistics.js';
import { inRounds } from './measure.js';

const NAME = 'idle';
const ROOMS = 500;
/** A small value is measured for longer. */
const TIMES_AS_LONG = 3;

/**
 * The processor time of 1,000 connections, two in each room, that send only heartbeats, which the plain server answers
 * too.
 * @type {import('./measure.js').Measure}
 */
export const idle = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const contenders = { bare: await lab.bareWs(), parley: await lab.parley() };
    const ms = seconds * TIMES_AS_LONG * 1_000;
    const percentOf = async (/** @type {'bare' | 'parley'} */ name) => {
      const { wire, url, pid, rooms } = contenders[name];
      return generate('idle', { wire, url, pid, rooms: await rooms(ROOMS, 2), ms });
    };
    const { bare, parley } = await inRounds(rounds, {
      bare: () => percentOf('bare'),
      parley: () => percentOf('parley'),
    });
    return [
      result(NAME, '1,000 idle connections, plain ws', bare, { unit: '% of a core' }),
      result(NAME, '1,000 idle connections', parley, { unit: '% of a core', bar: { most: 0.4 } }),
      result(NAME, 'Parley / plain ws', ratios(parley, bare)),
    ];
  },
};
