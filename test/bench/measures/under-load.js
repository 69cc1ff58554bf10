import { generate } from '../load/generate.js';
import { median, quantile } from '../report/statistics.js';
import { result } from '../report/result.js';
import { inRounds } from './measure.js';
import { FLOW, sentPerSecond } from './stored.js';

const NAME = 'under-load';
const SHARE = 0.7;

/**
 * The time from the scheduled time of a message until it is received, at 70 % of the maximum rate.
 * @type {import('./measure.js').Measure}
 */
export const underLoad = {
  name: NAME,
  run: async (lab, { rounds, seconds }) => {
    const parley = await lab.parley();
    const { highest } = await inRounds(rounds, { highest: () => sentPerSecond(parley, seconds) });
    const perSecond = SHARE * median(highest);
    /** @type {number[]} */
    const p50 = [];
    const { p99 } = await inRounds(rounds, {
      p99: async () => {
        const { wire, url } = parley;
        const flow = { perSecond, warmUpMs: FLOW.warmUpMs, ms: seconds * 1_000 };
        const times = await generate('paced', { wire, url, rooms: await parley.rooms(FLOW.rooms, 2), ...flow });
        p50.push(quantile(times, 0.5));
        return quantile(times, 0.99);
      },
    });
    return [
      result(NAME, 'the highest rate', highest, { unit: 'messages/s' }),
      result(NAME, 'p50 at 70 % of it', p50, { unit: 'ms' }),
      result(NAME, 'p99 at 70 % of it', p99, { unit: 'ms', bar: { most: 60 } }),
    ];
  },
};
